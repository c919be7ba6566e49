import { Trans, useLingui } from '@lingui/react/macro';
import { useQueryClient, useSuspenseQuery } from '@tanstack/react-query';
import { type ReactNode, useCallback, useState } from 'react';
import { isFailure } from '../../../api/api-error.ts';
import type { Proof } from '../../../api/passkeys.ts';
import { ownFactorsQuery } from '../../../api/second-factor.ts';
import { settingsQuery } from '../../../api/session.ts';
import { CodeFields } from '../../../auth/code-form.tsx';
import { useFailureMessage } from '../../../i18n/failure-message.ts';
import { useMoment } from '../../../i18n/use-format.ts';
import { Button } from '../../../ui/button.tsx';
import { Notice } from '../../../ui/notice.tsx';
import { Stack } from '../../../ui/stack.tsx';
import { usePasskeySupport } from '../../../ui/use-passkey-support.ts';
import styles from '../settings.module.css';

type Way = 'app' | 'passkey' | 'recovery';

/** How this person can prove a change of their second factors here; null while the password is enough. */
export function useProofWays(): Way[] | null {
  const { passkeys: isOn } = useSuspenseQuery(settingsQuery).data;
  const isSupported = usePasskeySupport();
  const { totp, passkeys, recovery_codes } = useSuspenseQuery(ownFactorsQuery).data;
  if (totp === null && passkeys === 0) return null;
  return [
    // First, because it takes one touch and nothing is typed.
    ...(isOn && isSupported && passkeys > 0 ? (['passkey'] as const) : []),
    ...(totp === null ? [] : (['app'] as const)),
    ...(recovery_codes > 0 ? (['recovery'] as const) : []),
  ];
}

/** Called with the failure of a change: a factor was added elsewhere, so that another proof is asked for. */
export function useAnotherProof() {
  const client = useQueryClient();
  return async (error: unknown) => {
    if (!isFailure(error, 'own-factor-required')) return;
    await client.invalidateQueries({ queryKey: ownFactorsQuery.queryKey });
  };
}

type FactorProofProps = {
  ways: readonly Way[];
  /** Of the last try. */
  error: unknown;
  pending: boolean;
  submit: ReactNode;
  /** Moves the focus into the form at once. */
  focus?: boolean;
  /** Rejects if the proof is not accepted. */
  onProof: (proof: Proof, form: HTMLFormElement) => Promise<unknown>;
  /** Called when the person takes another way, so that an error of the last one goes. */
  onChange: () => void;
  /** Fields above the proof. */
  before?: ReactNode;
  children?: ReactNode;
};

/** Asks for a code, a passkey or a recovery code before a change of second factors. */
export function FactorProof(props: FactorProofProps) {
  const { ways, error, pending, submit, focus = false, onProof, before } = props;
  // Undefined until the person has chosen.
  const [chosen, choose] = useState<Way>();
  const way = chosen !== undefined && ways.includes(chosen) ? chosen : ways[0];
  const others = ways.filter((other) => other !== way);

  const rest = (
    <>
      {others.map((other) => (
        <Button
          key={other}
          variant="quiet"
          onClick={() => {
            props.onChange();
            choose(other);
          }}
        >
          {other === 'app' && <Trans>Use your app</Trans>}
          {other === 'passkey' && <Trans>Use a passkey</Trans>}
          {other === 'recovery' && <Trans>Use a recovery code</Trans>}
        </Button>
      ))}
      {props.children}
    </>
  );

  if (way === undefined) {
    return (
      <Stack>
        <Notice tone="wait" title={<Trans>You can’t confirm this here</Trans>}>
          <p>
            <Trans>Ask your administrator to reset your two-step verification.</Trans>
          </p>
        </Notice>
        {props.children}
      </Stack>
    );
  }
  if (way === 'passkey') return <PasskeyProof {...props} focus={focus} rest={rest} />;
  const isApp = way === 'app';
  return (
    <CodeFields
      // Another field, with nothing typed in it.
      key={way}
      isApp={isApp}
      focus={focus || chosen !== undefined}
      error={error}
      pending={pending}
      submit={submit}
      onCode={(code, form) => onProof(isApp ? { code } : { recovery_code: code }, form)}
      before={before}
    >
      {rest}
    </CodeFields>
  );
}

type PasskeyProofProps = FactorProofProps & { rest: ReactNode };

function PasskeyProof({ error, pending, focus, onProof, before, rest }: PasskeyProofProps) {
  const { t } = useLingui();
  const failureMessage = useFailureMessage();
  // It appears in place of the pressed button.
  const attach = useCallback(
    (element: HTMLButtonElement | null) => {
      if (focus) element?.focus();
    },
    [focus],
  );
  const isRefused = isFailure(error, 'passkey-refused');
  return (
    <form
      method="post"
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        // Shown as `error`.
        if (!pending) void onProof('passkey', event.currentTarget).catch(() => {});
      }}
    >
      <Stack>
        {before}
        {error !== null && (
          <Notice
            tone="stop"
            role="alert"
            title={isRefused ? t`This passkey didn’t work. Try again.` : failureMessage(error)}
          />
        )}
        <Button ref={attach} type="submit" variant="main" wide pending={pending}>
          <Trans>Confirm with a passkey</Trans>
        </Button>
        {rest}
      </Stack>
    </form>
  );
}

/** From when a new second factor confirms large transfers; nothing if it does. */
export function CountsFrom({ from }: { from: string | null }) {
  const { whole } = useMoment();
  if (from === null) return null;
  const when = whole(from);
  return (
    <p className={styles.note}>
      <Trans>Confirms large transfers from {when}</Trans>
    </p>
  );
}
