import type { SupportTotals } from '../../contract/api/support.ts';
import type { Transfer } from '../../contract/transfer.ts';
import { memoizeWeak } from '../lib/memoize-weak.ts';

type Totals = Pick<SupportTotals, 'total' | 'by_state' | 'by_pair'>;
type Pair = Totals['by_pair'][number];

/** Counts and exact sums (in subunits) by state and by currency pair, largest count first. */
export const totalsOf = memoizeWeak((rows: readonly Transfer[]): Totals => {
  const states = new Map<string, { count: number; sums: Map<string, bigint> }>();
  const pairs = new Map<string, Pair>();
  for (const row of rows) {
    const { state, source_amount_currency, destination_amount_currency } = row;
    const ofState = states.get(state) ?? { count: 0, sums: new Map() };
    states.set(state, ofState);
    ofState.count += 1;
    const sum = ofState.sums.get(source_amount_currency) ?? 0n;
    ofState.sums.set(source_amount_currency, sum + row.source_amount_cents);

    const key = JSON.stringify([source_amount_currency, destination_amount_currency]);
    const pair = pairs.get(key) ?? {
      source_amount_currency,
      destination_amount_currency,
      count: 0,
      source_amount_cents: 0n,
      destination_amount_cents: 0n,
    };
    pairs.set(key, pair);
    pair.count += 1;
    pair.source_amount_cents += row.source_amount_cents;
    pair.destination_amount_cents += row.destination_amount_cents;
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
  return {
    total: rows.length,
    by_state: by_state.sort(most),
    by_pair: [...pairs.values()].sort(most),
  };
});
