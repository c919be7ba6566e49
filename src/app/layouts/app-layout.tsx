import { Trans, useLingui } from '@lingui/react/macro';
import { skipToken, useQuery } from '@tanstack/react-query';
import { lazy, Suspense, useRef } from 'react';
import { Outlet, ScrollRestoration, useLoaderData, useNavigation } from 'react-router-dom';
import { homeOf } from '../../contract/api/pages.ts';
import type { User } from '../../contract/api/session.ts';
import { sessionEndedKey } from '../api/session.ts';
import type { requireSession } from '../auth/require-session.ts';
import { useSignedInTab, useSignOut } from '../auth/use-sign-out.ts';
import { BrandProvider } from '../brand/brand-provider.tsx';
import { Logo } from '../brand/logo.tsx';
import { useFailureMessage } from '../i18n/failure-message.ts';
import { useOnline } from '../live/use-online.ts';
import { scrollKey } from '../router/scroll-key.ts';
import { WatchedTransfers } from '../transfers/watched.tsx';
import { Button } from '../ui/button.tsx';
import { classNames } from '../ui/class-names.ts';
import { Link } from '../ui/link.tsx';
import { VisuallyHidden } from '../ui/visually-hidden.tsx';
import styles from './app-layout.module.css';
import { LanguageSwitch } from './language-switch.tsx';
import { Navigation } from './navigation.tsx';
import { useFocusOnNewPage } from './use-focus-on-new-page.ts';

// Few sessions end while a page is open.
const SignInDialog = lazy(async () => ({
  default: (await import('../auth/sign-in-dialog.tsx')).SignInDialog,
}));

/** The frame of every page of someone who is signed in. */
export function AppLayout() {
  const { t } = useLingui();
  const { sandbox, user } = useLoaderData<ReturnType<typeof requireSession>>();
  const main = useRef<HTMLElement>(null);
  useFocusOnNewPage(main);
  const isLeaving = useSignedInTab(user.id);
  const hasEnded = useSessionEnded();

  return (
    <BrandProvider>
      <div
        className={classNames(
          styles.app,
          sandbox && styles.sandboxed,
          (isLeaving || hasEnded) && styles.covered,
        )}
      >
        <a href="#main" className={styles.skip}>
          <Trans>Skip to the page</Trans>
        </a>
        <PendingBar />
        {sandbox && (
          <aside aria-label={t`Sandbox`} className={styles.sandbox}>
            <Trans>Sandbox: nothing here moves real money</Trans>
          </aside>
        )}
        <OfflineBanner />
        <div className={styles.side}>
          <header className={styles.bar}>
            <Link to={homeOf(user.role)} className={styles.brand}>
              <Logo />
            </Link>
            <Navigation role={user.role} />
            <UserMenu user={user} />
          </header>
        </div>
        <main ref={main} id="main" tabIndex={-1} className={styles.main}>
          <Outlet />
        </main>
        <footer className={styles.foot}>
          <LanguageSwitch />
        </footer>
        {/* Over the page, which stays as it was with its form. */}
        {hasEnded && !isLeaving && (
          <Suspense>
            <SignInDialog user={user} />
          </Suspense>
        )}
        <WatchedTransfers />
        <ScrollRestoration getKey={scrollKey} />
      </div>
    </BrandProvider>
  );
}

/** A thin line at the top while the next page is on its way; unseen for the first 200 ms. */
function PendingBar() {
  const { state } = useNavigation();
  if (state === 'idle') return null;
  return (
    <div className={styles.pending}>
      <VisuallyHidden role="status">
        <Trans>Loading</Trans>
      </VisuallyHidden>
    </div>
  );
}

/** Says on every page that there is no network, before anybody presses a button in vain. */
function OfflineBanner() {
  const isOnline = useOnline();
  // Always there, so that what comes into it is read out.
  return (
    <div role="status" className={styles.offline}>
      {!isOnline && (
        <p className={styles.offlineBanner}>
          <Trans>You’re offline</Trans>
        </p>
      )}
    </div>
  );
}

/** Who is signed in, and the way out. */
function UserMenu({ user }: { user: User }) {
  const { leave, isPending, error } = useSignOut();
  const failureMessage = useFailureMessage();
  const [name, domain] = user.email.split(/(?=@[^@]*$)/);
  return (
    <div className={styles.user}>
      <span className={styles.email}>
        {name}
        <wbr />
        {domain}
      </span>
      <Button variant="quiet" className={styles.signOut} pending={isPending} onClick={leave}>
        <Trans>Sign out</Trans>
      </Button>
      {error !== null && (
        <p role="alert" className={styles.error}>
          <Trans>You are still signed in. {failureMessage(error)}</Trans>
        </p>
      )}
    </div>
  );
}

function useSessionEnded(): boolean {
  const { data = false } = useQuery<boolean>({ queryKey: sessionEndedKey, queryFn: skipToken });
  return data;
}
