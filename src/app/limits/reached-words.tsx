import { Trans } from '@lingui/react/macro';
import * as z from 'zod/mini';
import { reachedLimit } from '../../contract/api/limits.ts';
import { useMoment } from '../i18n/use-format.ts';
import { useMoney } from '../i18n/use-money.ts';

export type ReachedWordsProps = {
  /** As the refusal has it, not parsed. */
  limit: unknown;
  /** The amount that was refused, in subunits. */
  cents: bigint;
};

/** Which limit an amount is over, what is used of it, and when enough is free. */
export function ReachedWords({ limit: given, cents }: ReachedWordsProps) {
  const { money } = useMoney();
  const { whole } = useMoment();
  const { data } = z.safeParse(reachedLimit, given);
  if (!data) return null;
  const { span, limit, frees_at } = data;
  const [most, used] = [money(limit, data.currency), money(data.used, data.currency)];
  const from = frees_at === null ? null : whole(frees_at);
  return (
    <>
      <p>
        {span === 'transfer' ? (
          <Trans>Your limit for one transfer is {most}.</Trans>
        ) : span === 'day' ? (
          <Trans>
            Your limit for 24 hours is {most}. You have used {used} of it.
          </Trans>
        ) : (
          <Trans>
            Your limit for 30 days is {most}. You have used {used} of it.
          </Trans>
        )}
      </p>
      <p>
        {cents > limit ? (
          <Trans>Send less, or ask your administrator for a higher limit.</Trans>
        ) : from === null ? (
          <Trans>Transfers that wait to be sent count too. Send less, or stop one of those.</Trans>
        ) : data.used < limit ? (
          <Trans>From {from} you can send this amount. You can send less now.</Trans>
        ) : (
          <Trans>From {from} you can send this amount.</Trans>
        )}
      </p>
    </>
  );
}
