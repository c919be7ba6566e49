import { Trans } from '@lingui/react/macro';
import { Fragment, useId } from 'react';
import type { User } from '../../contract/api/session.ts';
import { initialsOf } from '../accounts/avatar.tsx';
import { useSignOut } from '../auth/use-sign-out.ts';
import { useFailureMessage } from '../i18n/failure-message.ts';
import { words } from '../i18n/trans.ts';
import { paths } from '../router/paths.ts';
import { Button, ButtonLink } from '../ui/button.tsx';
import { Drawing, Icon } from '../ui/icon.tsx';
import { VisuallyHidden } from '../ui/visually-hidden.tsx';
import styles from './account-menu.module.css';
import { LanguageSwitch } from './language-switch.tsx';

const icons = {
  settings: 'M2.7 5h6m3.3 0h1.3M2.7 11H4m3.3 0h6M10.3 3.3v3.4M5.7 9.3v3.4',
  leave: 'M6.5 2.7H3v10.6h3.5M10 5l3 3-3 3M13 8H6.5',
} as const;

/**
 * Who is signed in, the language and Sign out, behind one button. It is a popover without the role of a
 * menu, because it holds a select: the browser opens and closes it, also before hydration.
 */
export function AccountMenu({ user }: { user: User }) {
  const id = useId();
  const { leave, isPending, error } = useSignOut();
  const failureMessage = useFailureMessage();
  return (
    <>
      <button type="button" popoverTarget={id} className={styles.button}>
        <span translate="no" aria-hidden className={styles.initials}>
          {initialsOf(user.name || user.email)}
        </span>
        <VisuallyHidden>
          <Trans>Account</Trans>
        </VisuallyHidden>{' '}
        <Person user={user} />
        <Icon name="chevron" />
      </button>
      <div id={id} popover="auto" className={styles.menu}>
        <Person user={user} />
        <LanguageSwitch />
        <ButtonLink
          variant="quiet"
          wide
          to={paths.settings()}
          className={styles.signOut}
          onClick={(event) => event.currentTarget.closest<HTMLElement>('[popover]')?.hidePopover()}
        >
          <Drawing path={icons.settings} size={16} />
          <Trans>Settings</Trans>
        </ButtonLink>
        <Button variant="quiet" wide className={styles.signOut} pending={isPending} onClick={leave}>
          <Drawing path={icons.leave} size={16} />
          <Trans>Sign out</Trans>
        </Button>
        {error !== null && (
          <p ref={reveal} role="alert" className={styles.error}>
            <Trans>You’re still signed in. {words(failureMessage(error))}</Trans>
          </p>
        )}
      </div>
    </>
  );
}

function Person({ user: { name, email } }: { user: User }) {
  // It breaks before a mark, and inside a word only where one is too long.
  const parts = email.split(/(?=[@._+-])/);
  return (
    <span translate="no" className={styles.person}>
      {name && (
        <b>
          <bdi>{name}</bdi>
        </b>
      )}{' '}
      <span>
        {parts.map((part, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the parts of one address keep their order.
          <Fragment key={at}>
            {at > 0 && <wbr />}
            {part}
          </Fragment>
        ))}
      </span>
    </span>
  );
}

/** Opens the menu again if it was closed while the answer was awaited. */
function reveal(message: HTMLElement | null) {
  message?.closest<HTMLElement>('[popover]')?.showPopover();
}
