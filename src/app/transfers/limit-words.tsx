import { Trans } from '@lingui/react/macro';
import { type QueryClient, useQuery } from '@tanstack/react-query';
import * as z from 'zod/mini';
import { type LimitSpan, type OwnLimits, reachedLimit } from '../../contract/api/limits.ts';
import { limitsQuery } from '../api/limits.ts';
import { useMoment } from '../i18n/use-format.ts';
import { useMoney } from '../i18n/use-money.ts';

/** Fetches what the words say. It never fails: without it, nothing is said. */
export const prefetch = (client: QueryClient) => client.prefetchQuery(limitsQuery);

type SpanLeft = { span: LimitSpan; left: bigint };

/** What is left of each limit in a currency, the least first. */
function leftIn(limits: OwnLimits | undefined, currency: string): SpanLeft[] {
  const spans = limits?.items.find((one) => one.currency === currency)?.spans ?? [];
  return spans
    .map(({ span, limit, used }) => ({ span, left: limit > used ? limit - used : 0n }))
    .sort((a, b) => (a.left < b.left ? -1 : 1));
}

export type LimitLeftProps = {
  currency: string;
  /** The amount beside which it stands, in subunits; undefined while there is none. */
  cents: bigint | undefined;
};

/** What is left today or this month; of an amount above it the most that can be sent. */
export function LimitLeft({ currency, cents }: LimitLeftProps) {
  const { money } = useMoney();
  const { data } = useQuery({ ...limitsQuery, refetchOnMount: false });
  const all = leftIn(data, currency);
  const [least] = all;
  if (!least) return null;
  if (cents !== undefined && cents > least.left) {
    return (
      <strong>
        <MostNow span={least.span} left={least.left} most={money(least.left, currency)} />
      </strong>
    );
  }
  const { span, left } = all.find((one) => one.span !== 'transfer') ?? least;
  const amount = money(left, currency);
  switch (span) {
    case 'transfer':
      return <Trans>At most {amount} in one transfer</Trans>;
    case 'day':
      return <Trans>{amount} left today</Trans>;
    case 'month':
      return <Trans>{amount} left this month</Trans>;
  }
}

function MostNow({ span, left, most }: SpanLeft & { most: string }) {
  if (span === 'transfer') return <Trans>You can send at most {most} in one transfer.</Trans>;
  if (span === 'day') {
    return left === 0n ? (
      <Trans>You can’t send more today.</Trans>
    ) : (
      <Trans>You can send at most {most} more today.</Trans>
    );
  }
  return left === 0n ? (
    <Trans>You can’t send more this month.</Trans>
  ) : (
    <Trans>You can send at most {most} more this month.</Trans>
  );
}

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
        ) : (
          <Trans>From {from} you can send this amount. You can send less now.</Trans>
        )}
      </p>
    </>
  );
}
