import { type UseQueryResult, useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import type { Quote } from '../../../contract/api/quote.ts';
import { isFailure } from '../../api/api-error.ts';
import { quoteQuery } from '../../api/quotes.ts';
import { type Draft, isQuotable } from './draft.ts';

const estimateLife = 30_000;

type Reading = Pick<
  UseQueryResult<unknown>,
  'error' | 'isFetching' | 'errorUpdateCount' | 'dataUpdatedAt'
>;

export type Estimate = {
  /** The estimate of what the form holds now, and of nothing else. */
  quote: Quote | undefined;
  /** The latest estimate of all, for the room that its figures took. */
  latest: Quote | undefined;
  /** Why what is asked has no estimate, or why it could not be taken again. */
  failure: Error | null;
  takingAgain: boolean;
  takeAgain: () => void;
};

/** The service's estimate of what was `asked`, taken again while the page is in view. */
export function useEstimate(draft: Draft, asked: Draft): Estimate {
  const enabled = isQuotable(asked);
  const isSettled = draft.address === asked.address;

  const query = useQuery({
    ...quoteQuery(asked.question),
    enabled,
    refetchInterval: estimateLife,
    refetchOnReconnect: 'always',
    placeholderData: (before: Quote | undefined) => before,
  });

  const { data, isFetching, isPlaceholderData, refetch } = query;
  const failure = useKeptFailure(query, asked.address);
  const answered = isSettled && enabled && !isPlaceholderData;
  return {
    quote: answered && !isFailure(failure, 'rate-not-available') ? data : undefined,
    latest: data,
    failure: isSettled && enabled ? failure : null,
    takingAgain: isFetching,
    takeAgain: () => void refetch(),
  };
}

/**
 * Why something could not be read, also while it is read again: what is said of it stays and does not
 * flicker. `asked` tells one thing from another.
 */
export function useKeptFailure(query: Reading, asked: string): Error | null {
  const { error, isFetching, errorUpdateCount, dataUpdatedAt } = query;
  // A query without data forgets its error as soon as it is fetched again. Should React forget this too, it flickers.
  // biome-ignore lint/correctness/useExhaustiveDependencies: kept until there is another answer
  const kept = useMemo(() => error, [asked, errorUpdateCount, dataUpdatedAt]);
  return error ?? (isFetching ? kept : null);
}
