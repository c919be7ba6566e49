import { Trans, useLingui } from '@lingui/react/macro';
import { useMutation, useQuery } from '@tanstack/react-query';
import { type ReactNode, useRef } from 'react';
import type { StepUpNeed, StepUpRequest } from '../../contract/api/step-up.ts';
import { isFailure } from '../api/api-error.ts';
import { answerStepUp, beginStepUp, stepUpAtProvider, stepUpQuery } from '../api/step-up.ts';
import { useFailureMessage } from '../i18n/failure-message.ts';
import { useMoney } from '../i18n/use-money.ts';
import { Button } from '../ui/button.tsx';
import { CloseDialogButton, Dialog } from '../ui/dialog.tsx';
import { Notice } from '../ui/notice.tsx';
import { Stack } from '../ui/stack.tsx';
import { CodeFields } from './code-form.tsx';
import { keepProof } from './kept-proof.ts';
import { NoSecondFactor } from './no-second-factor.tsx';

type StepUpDialogProps = {
  /** What was pressed, under its key. */
  transfer: StepUpRequest;
  /** The page to come back to from a provider or Settings. */
  next: string;
  /** Replaces 'Confirm and send'. */
  submit?: ReactNode;
  /** An earlier proof was refused, such as one that is too old. */
  again: boolean;
  /** Called with the proof; the same press goes on. */
  onProof: (proof: string) => void;
  /** Called when the person closes it. Nothing was sent. */
  onClose: () => void;
};

/** Asks over the page who is sending, after Send was pressed. */
export function StepUpDialog(props: StepUpDialogProps) {
  const { transfer, next, again, submit, onProof, onClose } = props;
  const content = useRef<HTMLDivElement>(null);
  const { data: need } = useQuery(stepUpOf(transfer));

  function goOn(proof: string) {
    // Closed first, so that the browser returns the focus to Send.
    content.current?.closest('dialog')?.close();
    onProof(proof);
  }

  return (
    <Dialog title={<Trans>Confirm it’s you</Trans>} onClose={onClose}>
      <div ref={content}>
        <Stack>
          {again && (
            <Notice
              tone="wait"
              role="status"
              title={<Trans>Your earlier confirmation no longer counts</Trans>}
            />
          )}
          {need && <Reason need={need} currency={transfer.source_amount_currency} />}
          {need && <Ways {...{ need, transfer, next, submit }} onProof={goOn} />}
          <CloseDialogButton variant="quiet" wide>
            <Trans>Cancel</Trans>
          </CloseDialogButton>
        </Stack>
      </div>
    </Dialog>
  );
}

/** Whether this transfer needs a proof. */
const stepUpOf = ({ source_amount_cents, source_amount_currency }: StepUpRequest) =>
  stepUpQuery({ source_amount_cents: source_amount_cents.toString(), source_amount_currency });

function Reason({ need, currency }: { need: StepUpNeed; currency: string }) {
  const { money } = useMoney();
  const figure = need.above === null ? null : money(need.above, currency);
  return (
    <p>
      {figure === null ? (
        <Trans>Nothing was sent yet.</Trans>
      ) : (
        <Trans>Nothing was sent yet. This transfer is above {figure}.</Trans>
      )}
    </p>
  );
}

type WaysProps = Pick<StepUpDialogProps, 'transfer' | 'next' | 'submit' | 'onProof'> & {
  need: StepUpNeed;
};

/** Each way that the person has. A try has a challenge of its own, so that none gets old while they type. */
function Ways({ need: { methods, counts_from }, transfer, next, submit, onProof }: WaysProps) {
  const proofFailure = useProofFailure();
  const code = useMutation({
    async mutationFn(typed: string) {
      const { id } = await beginStepUp(transfer);
      await answerStepUp({ id, method: 'totp', code: typed });
      return id;
    },
    onSuccess: onProof,
  });
  const other = useMutation({
    mutationFn: (way: 'passkey' | 'oidc') =>
      way === 'passkey' ? byPasskey(transfer) : atProvider(transfer, next),
    onSuccess: (proof) => proof !== null && onProof(proof),
  });
  if (methods.length === 0) return <NoSecondFactor next={next} countsFrom={counts_from} />;

  const hasCode = methods.includes('totp');
  return (
    <>
      {other.error && <Notice tone="stop" role="alert" title={proofFailure(other.error)} />}
      {hasCode && (
        <CodeFields
          isApp
          error={code.error}
          pending={code.isPending}
          submit={submit ?? <Trans>Confirm and send</Trans>}
          onCode={(typed) => code.mutateAsync(typed)}
        />
      )}
      {methods.includes('passkey') && (
        <Button
          variant={hasCode ? 'plain' : 'main'}
          wide
          pending={other.isPending}
          onClick={() => other.mutate('passkey')}
        >
          <Trans>Use a passkey</Trans>
        </Button>
      )}
      {methods.includes('oidc') && (
        <Button
          variant="main"
          wide
          // Until the browser has left for the provider.
          pending={other.isPending || other.data === null}
          onClick={() => other.mutate('oidc')}
        >
          <Trans>Confirm with your organisation</Trans>
        </Button>
      )}
    </>
  );
}

/** The message of a failed passkey or provider. Others than here say how to sign in without the passkey. */
function useProofFailure(): (error: unknown) => string {
  const { t } = useLingui();
  const failureMessage = useFailureMessage();
  return (error) => {
    if (isFailure(error, 'passkey-refused')) return t`This passkey didn’t work. Try again.`;
    if (isFailure(error, 'passkey-unsupported')) return t`Passkeys don’t work in this browser.`;
    return failureMessage(error);
  };
}

async function byPasskey(transfer: StepUpRequest): Promise<string> {
  const [{ signWithPasskey }, { id, passkey: options }] = await Promise.all([
    import('../api/passkeys.ts'),
    beginStepUp(transfer),
  ]);
  // Removed meanwhile: the server says what is left.
  if (!options) throw new Error('the challenge has nothing for a passkey to sign');
  await answerStepUp({ id, method: 'passkey', passkey: await signWithPasskey(options) });
  return id;
}

/** Leaves for the provider, which leads back to this page. */
async function atProvider(transfer: StepUpRequest, next: string): Promise<null> {
  const { id } = await beginStepUp(transfer);
  const url = await stepUpAtProvider(id, next);
  keepProof(transfer.key, id);
  window.location.assign(url);
  return null;
}
