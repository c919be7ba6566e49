import { withQuery } from '../../contract/api/paths.ts';

type LaterSearch = {
  [Name in
    | 'when'
    | 'first_day'
    | 'time'
    | 'ends_on'
    | 'ends_after'
    | 'floor'
    | 'destination_amount_currency']?: string | undefined;
};

/** When a transfer is sent, as one text in the address of the quote; undefined for now. */
export function laterOf(search: LaterSearch): string | undefined {
  const { when, first_day, time, ends_on, ends_after, floor } = search;
  if (when === undefined) return undefined;
  const { destination_amount_currency } = search;
  const kept = { when, first_day, time, ends_on, ends_after, floor, destination_amount_currency };
  return withQuery('', kept).slice(1);
}
