import type { SupportTotals } from '../../contract/api/support.ts';
import { memoizeWeak } from '../../contract/memoize-weak.ts';
import type { TransferCount } from '../ledger/transfers/transfer-counts.ts';

type Totals = Pick<SupportTotals, 'total' | 'by_state' | 'by_pair'>;
type Pair = Totals['by_pair'][number];

/** Counts and exact sums (in subunits) by state and by currency pair, largest count first. */
export const totalsOf = memoizeWeak((counts: readonly TransferCount[]): Totals => {
  const states = new Map<string, { count: number; sums: Map<string, bigint> }>();
  const pairs = new Map<string, Pair>();
  let total = 0;
  for (const { isOwned: _either, state, count, ...one } of counts) {
    const { source_amount_currency, destination_amount_currency } = one;
    total += count;
    const ofState = states.get(state) ?? { count: 0, sums: new Map() };
    states.set(state, ofState);
    ofState.count += count;
    const sum = ofState.sums.get(source_amount_currency) ?? 0n;
    ofState.sums.set(source_amount_currency, sum + one.source_amount_cents);

    const key = JSON.stringify([source_amount_currency, destination_amount_currency]);
    const pair = pairs.get(key);
    if (!pair) pairs.set(key, { ...one, count });
    else {
      pair.count += count;
      pair.source_amount_cents += one.source_amount_cents;
      pair.destination_amount_cents += one.destination_amount_cents;
    }
  }
  const most = (a: { count: number }, b: { count: number }) => b.count - a.count;
  const by_state = [...states].map(([state, { count, sums }]) => ({
    state,
    count,
    sums: [...sums].sort().map(([currency, cents]) => ({
      source_amount_currency: currency,
      source_amount_cents: cents,
    })),
  }));
  return { total, by_state: by_state.sort(most), by_pair: [...pairs.values()].sort(most) };
});
