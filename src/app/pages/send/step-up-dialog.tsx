import { Trans, useLingui } from '@lingui/react/macro';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useRef } from 'react';
import type { StepUpNeed, StepUpRequest } from '../../../contract/api/step-up.ts';
import { isFailure } from '../../api/api-error.ts';
import { answerStepUp, beginStepUp, stepUpAtProvider, stepUpQuery } from '../../api/step-up.ts';
import { CodeFields } from '../../auth/code-form.tsx';
import { useFailureMessage } from '../../i18n/failure-message.ts';
import { useMoney } from '../../i18n/use-money.ts';
import { paths } from '../../router/paths.ts';
import { Button } from '../../ui/button.tsx';
import { CloseDialogButton, Dialog } from '../../ui/dialog.tsx';
import { Notice } from '../../ui/notice.tsx';
import { Stack } from '../../ui/stack.tsx';
import { keepProof } from './kept-proof.ts';
import { NoSecondFactor } from './no-second-factor.tsx';
import type { CheckSearch } from './send-search.ts';

type StepUpDialogProps = {
  search: CheckSearch;
  /** What was pressed, under the key of the address. */
  transfer: StepUpRequest;
  /** An earlier proof was refused, such as one that is too old. */
  again: boolean;
  /** Called with the proof; the same press goes on. */
  onProof: (proof: string) => void;
  /** Called when the person closes it. Nothing was sent. */
  onClose: () => void;
};

/** Asks over the page who is sending, after Send was pressed. */
export function StepUpDialog({ search, transfer, again, onProof, onClose }: StepUpDialogProps) {
  const content = useRef<HTMLDivElement>(null);
  const { data: need } = useQuery(stepUpQuery(search));

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
          {need && <Reason need={need} search={search} />}
          {need && <Ways need={need} search={search} transfer={transfer} onProof={goOn} />}
          <CloseDialogButton variant="quiet" wide>
            <Trans>Cancel</Trans>
          </CloseDialogButton>
        </Stack>
      </div>
    </Dialog>
  );
}

type NeedProps = { need: StepUpNeed; search: CheckSearch };

function Reason({ need, search }: NeedProps) {
  const { money } = useMoney();
  const figure = need.above === null ? null : money(need.above, search.source_amount_currency);
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

type WaysProps = NeedProps & Pick<StepUpDialogProps, 'transfer' | 'onProof'>;

/** Each way that the person has. A try has a challenge of its own, so that none gets old while they type. */
function Ways({ need: { methods, counts_from }, search, transfer, onProof }: WaysProps) {
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
      way === 'passkey' ? byPasskey(transfer) : atProvider(transfer, search),
    onSuccess: (proof) => proof !== null && onProof(proof),
  });
  if (methods.length === 0) return <NoSecondFactor search={search} countsFrom={counts_from} />;

  const hasCode = methods.includes('totp');
  return (
    <>
      {other.error && <Notice tone="stop" role="alert" title={proofFailure(other.error)} />}
      {hasCode && (
        <CodeFields
          isApp
          error={code.error}
          pending={code.isPending}
          submit={<Trans>Confirm and send</Trans>}
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
    import('../../api/passkeys.ts'),
    beginStepUp(transfer),
  ]);
  // Removed meanwhile: the server says what is left.
  if (!options) throw new Error('the challenge has nothing for a passkey to sign');
  await answerStepUp({ id, method: 'passkey', passkey: await signWithPasskey(options) });
  return id;
}

/** Leaves for the provider, which leads back to this check with its key. */
async function atProvider(transfer: StepUpRequest, search: CheckSearch): Promise<null> {
  const { id } = await beginStepUp(transfer);
  const url = await stepUpAtProvider(id, paths.send(search));
  keepProof(search.key, id);
  window.location.assign(url);
  return null;
}
