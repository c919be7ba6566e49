import { Trans } from '@lingui/react/macro';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import type { Session } from '../../contract/api/session.ts';
import { useFailureMessage } from '../i18n/failure-message.ts';
import { Button } from '../ui/button.tsx';
import { Notice } from '../ui/notice.tsx';
import { Stack } from '../ui/stack.tsx';
import { usePasskeySupport } from '../ui/use-passkey-support.ts';
import { CodeForm } from './code-form.tsx';

// Lazy: only who has a passkey waits for it.
const passSecondStep = async () => (await import('../api/passkeys.ts')).passSecondStep();

type SecondStepProps = {
  /** What the person can show, as the sign-in asks for it. */
  methods: readonly string[];
  /** Moves the focus into the field of a code at once. */
  focus?: boolean;
  onSession: (session: Session) => unknown;
};

/** The second step of a sign-in: the passkey of who has one, and codes behind another press; else a code. */
export function SecondStep({ methods, focus = false, onSession }: SecondStepProps) {
  const isSupported = usePasskeySupport();
  const [isOther, setOther] = useState(false);
  const hasCodes = methods.some((method) => method !== 'passkey');
  const hasPasskey = methods.includes('passkey') && (isSupported || !hasCodes);
  if (hasPasskey && !isOther) {
    return (
      <Stack>
        <PasskeyStep onSession={onSession} />
        {hasCodes && (
          <Button variant="quiet" onClick={() => setOther(true)}>
            <Trans>Another way</Trans>
          </Button>
        )}
      </Stack>
    );
  }
  return (
    <Stack>
      <CodeForm methods={methods} focus={focus || isOther} onSession={onSession} />
      {hasPasskey && (
        <Button variant="quiet" onClick={() => setOther(false)}>
          <Trans>Use a passkey</Trans>
        </Button>
      )}
    </Stack>
  );
}

function PasskeyStep({ onSession }: Pick<SecondStepProps, 'onSession'>) {
  const failureMessage = useFailureMessage();
  const pass = useMutation({ mutationFn: passSecondStep, onSuccess: onSession });
  return (
    <>
      {pass.error && <Notice tone="stop" role="alert" title={failureMessage(pass.error)} />}
      <Button
        ref={takeFocus}
        variant="main"
        wide
        pending={pass.isPending}
        onClick={() => pass.mutate()}
      >
        <Trans>Use a passkey</Trans>
      </Button>
    </>
  );
}

/** There is one thing to do here. */
function takeFocus(button: HTMLButtonElement | null) {
  button?.focus();
}
