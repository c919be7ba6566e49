import { Trans } from '@lingui/react/macro';
import { useMutation } from '@tanstack/react-query';
import type { Session } from '../../contract/api/session.ts';
import { useFailureMessage } from '../i18n/failure-message.ts';
import { Button } from '../ui/button.tsx';
import { Notice } from '../ui/notice.tsx';
import { Stack } from '../ui/stack.tsx';

// Lazy: only who has a passkey waits for it.
const passSecondStep = async () => (await import('../api/passkeys.ts')).passSecondStep();

/** The second step of a sign-in by a passkey. */
export function PasskeyStep({ onSession }: { onSession: (session: Session) => unknown }) {
  const failureMessage = useFailureMessage();
  const pass = useMutation({ mutationFn: passSecondStep, onSuccess: onSession });
  return (
    <Stack>
      {pass.error && <Notice tone="stop" role="alert" title={failureMessage(pass.error)} />}
      <Button wide pending={pass.isPending} onClick={() => pass.mutate()}>
        <Trans>Use a passkey</Trans>
      </Button>
    </Stack>
  );
}
