import { Trans, useLingui } from '@lingui/react/macro';
import { skipToken, useQuery } from '@tanstack/react-query';
import { lazy, Suspense, useRef } from 'react';
import { Outlet, ScrollRestoration, useLoaderData, useNavigation } from 'react-router-dom';
import { homeOf } from '../../contract/api/pages.ts';
import { sessionEndedKey, settingsQuery } from '../api/session.ts';
import type { requireSession } from '../auth/require-session.ts';
import { useSignedInTab } from '../auth/use-sign-out.ts';
import { BrandProvider } from '../brand/brand-provider.tsx';
import { Logo } from '../brand/logo.tsx';
import { HydratedApart } from '../hydration/hydrated-part.tsx';
import { withWords } from '../i18n/own-locale.ts';
import { useOnline } from '../live/use-online.ts';
import { scrollKey } from '../router/scroll-key.ts';
import { WatchedTransfers } from '../transfers/watched.tsx';
import { classNames } from '../ui/class-names.ts';
import { Link } from '../ui/link.tsx';
import { VisuallyHidden } from '../ui/visually-hidden.tsx';
import { AccountMenu } from './account-menu.tsx';
import styles from './app-layout.module.css';
import { Navigation } from './navigation.tsx';
import { useFocusOnNewPage } from './use-focus-on-new-page.ts';

// Lazy: few sessions end while a page is open.
const SignInDialog = lazy(() =>
  withWords('rare', async () => ({
    default: (await import('../auth/sign-in-dialog.tsx')).SignInDialog,
  })),
);

const heldPollMs = 30_000;

/** The layout of every page of a signed-in person. */
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
          <Trans>Skip to content</Trans>
        </a>
        <PendingBar />
        {sandbox && (
          <aside aria-label={t`Sandbox`} className={styles.sandbox}>
            <Trans>Sandbox: no real money</Trans>
          </aside>
        )}
        <StatusBanner />
        <div className={styles.side}>
          <header className={styles.bar}>
            <HydratedApart>
              <Link to={homeOf(user.role)} className={styles.brand}>
                <Logo />
              </Link>
              <Navigation role={user.role} />
              <AccountMenu user={user} />
            </HydratedApart>
          </header>
        </div>
        <main ref={main} id="main" tabIndex={-1} className={styles.main}>
          <HydratedApart>
            <Outlet />
          </HydratedApart>
        </main>
        {/* Over the page, so that a half-filled form stays. */}
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

/** A thin progress line while the next page loads; invisible for the first 200 ms. */
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

/** Says on every page that there is no network, or that nothing is sent after a restore. */
function StatusBanner() {
  const isOnline = useOnline();
  const { data: isHeld = false } = useQuery({
    ...settingsQuery,
    select: ({ held = false }) => held,
    // Only while it is held: nobody needs to reload the page when that ends.
    refetchInterval: ({ state }) => (state.data?.held ? heldPollMs : false),
  });
  // Always mounted: a screen reader announces only what changes inside an existing status.
  return (
    <div role="status" className={styles.offline}>
      {(!isOnline || isHeld) && (
        <p className={styles.offlineBanner}>
          {isOnline ? (
            <Trans>New transfers are paused for now</Trans>
          ) : (
            <Trans>You’re offline</Trans>
          )}
        </p>
      )}
    </div>
  );
}

function useSessionEnded(): boolean {
  const { data = false } = useQuery<boolean>({ queryKey: sessionEndedKey, queryFn: skipToken });
  return data;
}
