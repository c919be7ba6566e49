import { Trans, useLingui } from '@lingui/react/macro';
import { useMutation } from '@tanstack/react-query';
import { type FormEvent, type ReactNode, useCallback, useRef, useState } from 'react';
import type { CodeMethod } from '../../contract/api/second-factor.ts';
import type { Session } from '../../contract/api/session.ts';
import { giveCode } from '../api/second-factor.ts';
import { useFailureMessage } from '../i18n/failure-message.ts';
import { Button } from '../ui/button.tsx';
import { Notice } from '../ui/notice.tsx';
import { Stack } from '../ui/stack.tsx';
import { TextField } from '../ui/text-field.tsx';

type CodeFormProps = {
  /** What the person can show; others than codes are for others to ask. */
  methods: readonly string[];
  /** Moves the focus into the field at once. */
  focus?: boolean;
  onSession: (session: Session) => unknown;
};

/** The second step of a sign-in: a code of the authenticator app, or a recovery code. */
export function CodeForm({ methods, focus = false, onSession }: CodeFormProps) {
  // Undefined until the person has chosen.
  const [chosen, choose] = useState<CodeMethod>();
  const method = chosen ?? (methods.includes('totp') ? 'totp' : 'recovery_code');
  const give = useMutation({ mutationFn: giveCode, onSuccess: onSession });
  const isApp = method === 'totp';

  function change() {
    give.reset();
    choose(isApp ? 'recovery_code' : 'totp');
  }

  return (
    <CodeFields
      // Another field, with nothing typed in it.
      key={method}
      isApp={isApp}
      focus={focus || chosen !== undefined}
      error={give.error}
      pending={give.isPending}
      submit={<Trans>Sign in</Trans>}
      onCode={(code) => give.mutateAsync({ method, code })}
    >
      {methods.includes('totp') && methods.includes('recovery_code') && (
        <Button variant="quiet" onClick={change}>
          {isApp ? <Trans>Use a recovery code</Trans> : <Trans>Use your app</Trans>}
        </Button>
      )}
    </CodeFields>
  );
}

type CodeFieldsProps = {
  /** A code of an app, which is digits; else a recovery code. */
  isApp: boolean;
  /** Overrides the usual hint. */
  hint?: string;
  focus?: boolean;
  /** Of the last try. */
  error: unknown;
  pending: boolean;
  submit: ReactNode;
  /** Rejects if the code is not accepted. */
  onCode: (code: string, form: HTMLFormElement) => Promise<unknown>;
  /** Fields above the code. */
  before?: ReactNode;
  children?: ReactNode;
};

/** A form with one code. The input is uncontrolled, so that nothing else holds what is typed. */
export function CodeFields({ isApp, error, pending, ...rest }: CodeFieldsProps) {
  const { t } = useLingui();
  const failureMessage = useFailureMessage();
  const input = useRef<HTMLInputElement>(null);
  const [isMissing, setMissing] = useState(false);
  const { focus = false, onCode } = rest;
  const usualHint = isApp ? t`6 digits from your authenticator app` : t`Each one works once.`;
  const attach = useCallback(
    (element: HTMLInputElement | null) => {
      input.current = element;
      if (focus) element?.focus();
    },
    [focus],
  );

  async function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    if (pending) return;
    const form = event.currentTarget;
    const code = String(new FormData(form).get('code')).trim();
    setMissing(code === '');
    try {
      if (code !== '') return void (await onCode(code, form));
    } catch {
      // Shown as `error`: the next code is typed over this one.
      input.current?.select();
    }
    input.current?.focus();
  }

  return (
    <form method="post" noValidate onSubmit={submit}>
      <Stack>
        {rest.before}
        {error !== null && <Notice tone="stop" role="alert" title={failureMessage(error)} />}
        <TextField
          ref={attach}
          label={isApp ? t`Code` : t`Recovery code`}
          hint={rest.hint ?? usualHint}
          name="code"
          inputMode={isApp ? 'numeric' : 'text'}
          autoComplete="one-time-code"
          autoCapitalize="off"
          autoCorrect="off"
          spellCheck={false}
          enterKeyHint="go"
          error={isMissing ? t`Enter the code` : undefined}
        />
        <Button type="submit" variant="main" wide pending={pending}>
          {rest.submit}
        </Button>
        {rest.children}
      </Stack>
    </form>
  );
}
