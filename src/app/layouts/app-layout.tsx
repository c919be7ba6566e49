import { Trans, useLingui } from '@lingui/react/macro';
import { useRef } from 'react';
import { Outlet, ScrollRestoration, useLoaderData } from 'react-router-dom';
import { homeOf } from '../../contract/api/pages.ts';
import type { requireSession } from '../auth/require-session.ts';
import { SignInAgain, useSessionEnded } from '../auth/sign-in-again.tsx';
import { useForgetOnLeaving } from '../auth/use-forget-on-leaving.ts';
import { useLeaveWithOtherTabs } from '../auth/use-sign-out.ts';
import { BrandProvider } from '../brand/brand-provider.tsx';
import { Logo } from '../brand/logo.tsx';
import { scrollKey } from '../router/scroll-key.ts';
import { classNames } from '../ui/class-names.ts';
import { Link } from '../ui/link.tsx';
import styles from './app-layout.module.css';
import { LanguageSwitch } from './language-switch.tsx';
import { Navigation } from './navigation.tsx';
import { OfflineBanner } from './offline-banner.tsx';
import { PendingBar } from './pending-bar.tsx';
import { useFocusOnNewPage } from './use-focus-on-new-page.ts';
import { Watcher } from './watcher.tsx';
import { Who } from './who.tsx';

/** The frame of every page of someone who is signed in. */
export function AppLayout() {
  const { t } = useLingui();
  const { sandbox, user } = useLoaderData<ReturnType<typeof requireSession>>();
  const main = useRef<HTMLElement>(null);
  useFocusOnNewPage(main);
  useForgetOnLeaving(user.id);
  const isLeaving = useLeaveWithOtherTabs();
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
            <Who user={user} />
          </header>
        </div>
        <main ref={main} id="main" tabIndex={-1} className={styles.main}>
          <Outlet />
        </main>
        <footer className={styles.foot}>
          <LanguageSwitch />
        </footer>
        {hasEnded && !isLeaving && <SignInAgain user={user} />}
        <Watcher />
        <ScrollRestoration getKey={scrollKey} />
      </div>
    </BrandProvider>
  );
}
