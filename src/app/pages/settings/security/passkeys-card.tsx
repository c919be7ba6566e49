import { Trans, useLingui } from '@lingui/react/macro';
import { useMutation, useQueryClient, useSuspenseQuery } from '@tanstack/react-query';
import { type FormEvent, lazy, type ReactNode, Suspense, useRef, useState } from 'react';
import type { OwnAccount, OwnPasskey, OwnSession } from '../../../../contract/api/own-account.ts';
import { maxPasskeyNameLength, maxPasskeys } from '../../../../contract/api/passkeys.ts';
import type { User } from '../../../../contract/api/session.ts';
import { isFailure } from '../../../api/api-error.ts';
import { ownAccountQuery } from '../../../api/own-account.ts';
import type { Proof } from '../../../api/passkeys.ts';
import { ownFactorsQuery } from '../../../api/second-factor.ts';
import { settingsQuery } from '../../../api/session.ts';
import { useFailureMessage } from '../../../i18n/failure-message.ts';
import { withVerbatim } from '../../../i18n/trans.ts';
import { useMoment } from '../../../i18n/use-format.ts';
import { Button } from '../../../ui/button.tsx';
import { Card } from '../../../ui/card.tsx';
import { CloseDialogButton, Dialog } from '../../../ui/dialog.tsx';
import { Notice } from '../../../ui/notice.tsx';
import { PasswordField } from '../../../ui/password-field.tsx';
import { Row, Stack } from '../../../ui/stack.tsx';
import { TextField } from '../../../ui/text-field.tsx';
import { usePasskeySupport } from '../../../ui/use-passkey-support.ts';
import { VisuallyHidden } from '../../../ui/visually-hidden.tsx';
import styles from '../settings.module.css';
import { CountsFrom, FactorProof, useAnotherProof, useProofWays } from './factor-proof.tsx';

// Lazy: only who uses passkeys waits for it.
const passkeyCode = () => import('../../../api/passkeys.ts');
// Lazy: seen once.
const RecoveryCodes = lazy(async () => ({
  default: (await import('../recovery-codes.tsx')).RecoveryCodes,
}));

type Change =
  | { kind: 'add' }
  | { kind: 'rename'; passkey: OwnPasskey }
  | { kind: 'remove'; passkey: OwnPasskey };

type Changed = { account: OwnAccount; recovery_codes: readonly string[] | null };

type Props = { user: User; passkeys: readonly OwnPasskey[]; sessions: readonly OwnSession[] };

/** The passkeys of a person with a password: add, rename, remove. */
export function PasskeysCard({ user, passkeys, sessions }: Props) {
  const client = useQueryClient();
  const { passkeys: isOn } = useSuspenseQuery(settingsQuery).data;
  const isSupported = usePasskeySupport();
  const heading = useRef<HTMLHeadingElement>(null);
  const [change, setChange] = useState<Change | null>(null);
  const [done, setDone] = useState<Change['kind'] | null>(null);
  const [codes, setCodes] = useState<readonly string[] | null>(null);

  const open = (next: Change) => () => {
    setDone(null);
    setChange(next);
  };

  function finish(kind: Change['kind'], { account, recovery_codes }: Changed) {
    client.setQueryData(ownAccountQuery.queryKey, account);
    // It counts passkeys too.
    void client.invalidateQueries({ queryKey: ownFactorsQuery.queryKey });
    setChange(null);
    setCodes(recovery_codes);
    setDone(kind);
    // The button that opened the dialog may be gone.
    heading.current?.focus();
  }

  return (
    <Card as="section" aria-labelledby="own-passkeys">
      <Stack gap="s3">
        <h2 id="own-passkeys" ref={heading} tabIndex={-1}>
          <Trans>Your passkeys</Trans>
        </h2>
        <p>
          {!isSupported ? (
            <Trans>This browser has no passkeys. Add one with another browser or device.</Trans>
          ) : isOn ? (
            <Trans>Sign in with your fingerprint, face or screen lock. No password needed.</Trans>
          ) : (
            <Trans>
              Passkeys are not set up here. Your administrator must set PUBLIC_ORIGIN to an https
              address.
            </Trans>
          )}
        </p>
        {passkeys.length > 0 && (
          <ul className={styles.sessions}>
            {passkeys.map((passkey) => (
              <li key={passkey.id} className={styles.session}>
                <PasskeyWords passkey={passkey} />
                <Row>
                  <Button onClick={open({ kind: 'rename', passkey })}>
                    <Trans>
                      Rename <VisuallyHidden>{passkey.name}</VisuallyHidden>
                    </Trans>
                  </Button>
                  <Button onClick={open({ kind: 'remove', passkey })}>
                    <Trans>
                      Remove <VisuallyHidden>{passkey.name}</VisuallyHidden>
                    </Trans>
                  </Button>
                </Row>
              </li>
            ))}
          </ul>
        )}
        {isOn && isSupported && passkeys.length < maxPasskeys && (
          <Row>
            <Button onClick={open({ kind: 'add' })}>
              <Trans>Add a passkey</Trans>
            </Button>
          </Row>
        )}
        <p role="status" className={styles.note}>
          {done === 'add' && <Trans>Passkey added. You can sign in with it now.</Trans>}
          {done === 'rename' && <Trans>Name saved</Trans>}
          {done === 'remove' && <Trans>Passkey removed. You can’t use it to sign in.</Trans>}
        </p>
        {codes && (
          <Suspense>
            <RecoveryCodes
              codes={codes}
              done={<Trans>I saved them</Trans>}
              onDone={() => {
                setCodes(null);
                heading.current?.focus();
              }}
            />
          </Suspense>
        )}
      </Stack>
      {change && (
        <ChangeDialog
          change={change}
          user={user}
          device={sessions.find(({ is_current }) => is_current)}
          onDone={(changed) => finish(change.kind, changed)}
          onClose={() => setChange(null)}
        />
      )}
    </Card>
  );
}

function PasskeyWords({ passkey }: { passkey: OwnPasskey }) {
  const { name, created_at, used_at, counts_from } = passkey;
  const { whole } = useMoment();
  const [added, used] = [whole(created_at), used_at === null ? null : whole(used_at)];
  return (
    <div>
      <p className={styles.address}>{name}</p>
      <p className={styles.note}>
        {used === null ? (
          <Trans>Added {added}, not used yet</Trans>
        ) : (
          <Trans>Last used {used}</Trans>
        )}
      </p>
      <CountsFrom from={counts_from} />
    </div>
  );
}

type ChangeDialogProps = {
  change: Change;
  user: User;
  /** The device of this session, which names a new passkey. */
  device: OwnSession | undefined;
  onDone: (changed: Changed) => void;
  onClose: () => void;
};

/** Asks for a name, and for a proof that the person is there. The browser's own dialog follows. */
function ChangeDialog({ change, user, device, onDone, onClose }: ChangeDialogProps) {
  const { t } = useLingui();
  const content = useRef<HTMLDivElement>(null);
  const [isNameMissing, setNameMissing] = useState(false);
  const proposed = useDeviceName(device);
  const ways = useProofWays();
  const askAnother = useAnotherProof();
  const { kind } = change;
  const name = kind === 'add' ? proposed : change.passkey.name;
  const save = useMutation({
    mutationFn: (asked: { name: string; proof: Proof }) => applied(change, asked),
    onSuccess(changed) {
      // Closed first: behind an open dialog nothing takes the focus.
      content.current?.closest('dialog')?.close();
      onDone(changed);
    },
    onError: askAnother,
  });
  const titles = {
    add: t`Add a passkey`,
    rename: t`Rename passkey`,
    remove: withVerbatim(t`Remove ${name}?`, name),
  };

  /** The name in the form; null, with the focus in its field, if there is none. */
  function nameIn(form: HTMLFormElement): string | null {
    const newName = String(new FormData(form).get('passkey-name') ?? name).trim();
    setNameMissing(newName === '');
    if (newName !== '') return newName;
    form.querySelector<HTMLInputElement>('[name=passkey-name]')?.focus();
    return null;
  }

  async function run(proof: Proof, form: HTMLFormElement) {
    const newName = nameIn(form);
    if (newName !== null) await save.mutateAsync({ name: newName, proof });
  }

  const asked = {
    ...{ error: save.error, pending: save.isPending, onProof: run },
    submit: (
      <>
        {kind === 'add' && <Trans>Add passkey</Trans>}
        {kind === 'rename' && <Trans>Save name</Trans>}
        {kind === 'remove' && <Trans>Remove passkey</Trans>}
      </>
    ),
    before:
      kind === 'remove' ? (
        <p>
          <Trans>It will no longer sign you in. You can still use your password.</Trans>
        </p>
      ) : (
        <TextField
          label={t`Name`}
          name="passkey-name"
          autoComplete="off"
          maxLength={maxPasskeyNameLength}
          defaultValue={name}
          hint={t`So you know which device it is on`}
          error={isNameMissing ? t`Enter a name` : undefined}
        />
      ),
    children: (
      <CloseDialogButton variant="quiet" wide>
        <Trans>Cancel</Trans>
      </CloseDialogButton>
    ),
  };
  return (
    <Dialog title={titles[kind]} onClose={onClose}>
      <div ref={content}>
        {kind === 'rename' || ways === null ? (
          <PasswordDialog
            {...asked}
            user={kind === 'rename' ? null : user}
            isReady={(form) => nameIn(form) !== null}
          />
        ) : (
          <FactorProof {...asked} ways={ways} onChange={() => save.reset()} />
        )}
      </div>
    </Dialog>
  );
}

type PasswordDialogProps = {
  /** Whose password is asked for; null if none is. */
  user: User | null;
  error: unknown;
  pending: boolean;
  submit: ReactNode;
  /** False if the fields above lack something. */
  isReady: (form: HTMLFormElement) => boolean;
  onProof: (proof: Proof, form: HTMLFormElement) => Promise<void>;
  before: ReactNode;
  children: ReactNode;
};

function PasswordDialog({ user, error, pending, isReady, onProof, ...rest }: PasswordDialogProps) {
  const { t } = useLingui();
  const failureMessage = useFailureMessage();
  const [isMissing, setMissing] = useState(false);
  const isWrong = isFailure(error, 'wrong-password');

  async function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    if (pending) return;
    const form = event.currentTarget;
    if (!isReady(form)) return;
    const password = String(new FormData(form).get('password') ?? '');
    const lacks = user !== null && password === '';
    setMissing(lacks);
    try {
      if (!lacks) return await onProof({ password }, form);
    } catch (failure) {
      // Shown as `error`.
      if (!isFailure(failure, 'wrong-password')) return;
    }
    form.querySelector<HTMLInputElement>('[name=password]')?.focus();
  }

  return (
    <form method="post" noValidate onSubmit={submit}>
      <Stack>
        {rest.before}
        {user && (
          <>
            {/* Tells password managers whose password it is. */}
            <input hidden readOnly name="username" autoComplete="username" value={user.email} />
            <PasswordField
              label={t`Current password`}
              error={
                isMissing
                  ? t`Enter your current password`
                  : isWrong && t`This is not your current password`
              }
            />
          </>
        )}
        {error !== null && !isWrong && (
          <Notice tone="stop" role="alert" title={failureMessage(error)} />
        )}
        <Button type="submit" variant="main" wide pending={pending}>
          {rest.submit}
        </Button>
        {rest.children}
      </Stack>
    </form>
  );
}

async function applied(
  change: Change,
  { name, proof }: { name: string; proof: Proof },
): Promise<Changed> {
  const { addPasskey, removePasskey, renamePasskey } = await passkeyCode();
  if (change.kind === 'add') return addPasskey(name, proof);
  const { id } = change.passkey;
  const account = await (change.kind === 'rename'
    ? renamePasskey({ id, name })
    : removePasskey(id, proof));
  return { account, recovery_codes: null };
}

/** Such as `Chrome on Linux`, by which a person knows a device again. */
function useDeviceName(device: OwnSession | undefined): string {
  const { t } = useLingui();
  const { browser = null, system = null } = device ?? {};
  if (browser !== null && system !== null) return t`${browser} on ${system}`;
  return browser ?? system ?? t`My device`;
}
