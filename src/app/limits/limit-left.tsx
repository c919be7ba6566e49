import { Trans } from '@lingui/react/macro';
import { type QueryClient, useQuery } from '@tanstack/react-query';
import type { LimitSpan, OwnLimits } from '../../contract/api/limits.ts';
import { limitsQuery } from '../api/limits.ts';
import { useMoney } from '../i18n/use-money.ts';

/** Fetches what the words say. It never fails: without it, nothing is said. */
export const prefetch = (client: QueryClient) => client.prefetchQuery(limitsQuery);

type SpanLeft = { span: LimitSpan; left: bigint };

/** What is left of each limit in a currency, the least first. */
function leftIn(limits: OwnLimits | undefined, currency: string, isAlone: boolean): SpanLeft[] {
  const spans = limits?.items.find((one) => one.currency === currency)?.spans ?? [];
  return spans
    .map(({ span, limit, used }) =>
      isAlone
        ? { span: 'transfer' as const, left: limit }
        : { span, left: limit > used ? limit - used : 0n },
    )
    .sort((a, b) => (a.left < b.left ? -1 : 1));
}

export type LimitLeftProps = {
  currency: string;
  /** The amount beside which it stands, in subunits; undefined while there is none. */
  cents: bigint | undefined;
  /** Of an order on days, which is judged by its amount alone. */
  isAlone?: boolean;
  /** No loader of the page has just fetched the limits. */
  isLate?: boolean;
};

/** What is left of 24 hours or 30 days; of an amount above it the most that can be sent. */
export function LimitLeft({ currency, cents, isAlone = false, isLate = false }: LimitLeftProps) {
  const { money } = useMoney();
  const { data } = useQuery({ ...limitsQuery, refetchOnMount: isLate ? 'always' : false });
  const all = leftIn(data, currency, isAlone);
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
      return <Trans>{amount} left of your 24-hour limit</Trans>;
    case 'month':
      return <Trans>{amount} left of your 30-day limit</Trans>;
  }
}

function MostNow({ span, left, most }: SpanLeft & { most: string }) {
  if (span === 'transfer') return <Trans>You can send at most {most} in one transfer.</Trans>;
  if (left > 0n) return <Trans>You can send at most {most} more now.</Trans>;
  return span === 'day' ? (
    <Trans>You’ve reached your limit for 24 hours.</Trans>
  ) : (
    <Trans>You’ve reached your limit for 30 days.</Trans>
  );
}
