import { type UseQueryResult, useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import type { Quote } from '../../../contract/api/quote.ts';
import { isFailure } from '../../api/api-error.ts';
import { quoteQuery } from '../../api/quotes.ts';
import { type Draft, isQuotable } from './draft.ts';

const staleMs = 30_000;

type Reading = Pick<
  UseQueryResult<unknown>,
  'error' | 'isFetching' | 'errorUpdateCount' | 'dataUpdatedAt'
>;

export type Estimate = {
  /** The estimate for exactly what the form holds now. */
  quote: Quote | undefined;
  /** The latest estimate of any question; its figures reserve the space. */
  latest: Quote | undefined;
  /** Why there is no estimate, or why it could not be refreshed. */
  failure: Error | null;
  isRefetching: boolean;
  refetch: () => void;
};

/** The estimate for `asked`, refreshed while the page is visible. */
export function useEstimate(draft: Draft, asked: Draft): Estimate {
  const enabled = isQuotable(asked);
  const isSettled = draft.address === asked.address;

  const query = useQuery({
    ...quoteQuery(asked.question),
    enabled,
    refetchInterval: staleMs,
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
    isRefetching: isFetching,
    refetch: () => void refetch(),
  };
}

/**
 * A query's error, kept while the query retries, so that its notice does not flicker.
 * `asked` identifies the question.
 */
export function useKeptFailure(query: Reading, asked: string): Error | null {
  const { error, isFetching, errorUpdateCount, dataUpdatedAt } = query;
  // A query without data clears its error when it refetches, so the last error is memoized.
  // biome-ignore lint/correctness/useExhaustiveDependencies: kept until there is another answer
  const kept = useMemo(() => error, [asked, errorUpdateCount, dataUpdatedAt]);
  return error ?? (isFetching ? kept : null);
}
