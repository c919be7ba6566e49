import { Trans, useLingui } from '@lingui/react/macro';
import { useSuspenseQuery } from '@tanstack/react-query';
import type { TransferDetail } from '../../../../contract/api/transfer.ts';
import { sessionQuery } from '../../../api/session.ts';
import { useMoney } from '../../../i18n/use-money.ts';
import { SupportContact } from '../../../layouts/support-contact.tsx';
import { useStateName } from '../../../transfers/use-state-name.ts';
import { Card } from '../../../ui/card.tsx';
import { CopyButton } from '../../../ui/copy-button.tsx';
import { Stack } from '../../../ui/stack.tsx';
import styles from './transfer.module.css';
import { useStamp } from './use-stamp.ts';

export type WhatNextProps = { detail: TransferDetail };

/** In plain words, what happens next and what there is to do. */
export function WhatNext({ detail }: WhatNextProps) {
  return (
    <Card as="section">
      <Stack gap="s3">
        <h2>
          <Trans>What happens next</Trans>
        </h2>
        <Words detail={detail} />
      </Stack>
    </Card>
  );
}

function Words({ detail }: WhatNextProps) {
  const { state, id } = detail.transfer;
  const bySupport = useSuspenseQuery(sessionQuery).data.user.role === 'support';
  switch (state) {
    case 'pending':
      return (
        <p>
          <Trans>
            The service takes it on and pays it out. There is nothing to do, and it can’t be taken
            back.
          </Trans>
        </p>
      );
    case 'assigned':
      return (
        <p>
          <Trans>
            It is being paid out. There is nothing to do: it ends as executed, or as rejected where
            that fails.
          </Trans>
        </p>
      );
    case 'executed':
      return (
        <p>
          {bySupport ? (
            <Trans>
              Nothing to do: it’s done. If the money is missing, ask the recipient’s bank, then the
              service with number {id}.
            </Trans>
          ) : (
            <Trans>
              Nothing to do: it’s done. If the money is missing, ask the recipient’s bank, then
              contact support with number {id}.
            </Trans>
          )}
        </p>
      );
    case 'rejected':
      return (
        <>
          <p>
            {bySupport ? (
              <Trans>
                It was rejected, without a reason. Ask the service what happens to the money.
              </Trans>
            ) : (
              <Trans>
                It was rejected, without a reason. Check the recipient’s details before you send
                again, and ask support about your money.
              </Trans>
            )}
          </p>
          <TellSupport detail={detail} />
        </>
      );
    default:
      return (
        <>
          <p>
            {bySupport ? (
              <Trans>
                The service calls this state “{state}”, which we don’t know. We take it as not ended
                and keep looking. Should it stay so, ask the service.
              </Trans>
            ) : (
              <Trans>
                The service calls this state “{state}”, which we don’t know. We take it as not ended
                and keep looking. Should it stay so, ask support.
              </Trans>
            )}
          </p>
          <TellSupport detail={detail} />
        </>
      );
  }
}

/** What support needs to find it, without a word about a person. */
function TellSupport({ detail: { transfer, timeline, as_of } }: WhatNextProps) {
  const { t } = useLingui();
  const { money } = useMoney();
  const stamp = useStamp();
  const stateName = useStateName();
  const { user } = useSuspenseQuery(sessionQuery).data;
  const { id, state } = transfer;
  const source = money(transfer.source_amount_cents, transfer.source_amount_currency);
  const destination = money(
    transfer.destination_amount_cents,
    transfer.destination_amount_currency,
  );
  const seen = stamp(timeline.find((one) => one.state === state)?.seen_at ?? as_of);
  const name = stateName(state);
  const text = t`Transfer ${id} (${name}), seen ${seen}: ${source} for ${destination}.`;

  return (
    <>
      <p className={styles.quote}>{text}</p>
      <p>
        <CopyButton variant="plain" text={text}>
          {user.role === 'support' ? (
            <Trans>Copy for the service</Trans>
          ) : (
            <Trans>Copy for support</Trans>
          )}
        </CopyButton>
      </p>
      {user.role === 'sender' && <SupportContact about={t`Transfer ${id}`} />}
    </>
  );
}
