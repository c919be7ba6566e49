import { useQuery } from '@tanstack/react-query';
import type { Quote } from '../../../contract/api/quote.ts';
import { isFailure } from '../../api/api-error.ts';
import { quoteQuery } from '../../api/quotes.ts';
import { type Draft, isQuotable, questionOf } from './draft.ts';
import { useKeptFailure } from './use-kept-failure.ts';

const estimateLife = 30_000;

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
  const settled = draft.address === asked.address;

  const { data, error, isFetching, isPlaceholderData, refetch } = useQuery({
    ...quoteQuery(questionOf(asked)),
    enabled,
    refetchInterval: estimateLife,
    refetchOnReconnect: 'always',
    placeholderData: (before: Quote | undefined) => before,
  });

  const failure = useKeptFailure(asked.address, error, isFetching);
  const answered = settled && enabled && !isPlaceholderData;
  return {
    quote: answered && !isFailure(failure, 'rate-not-available') ? data : undefined,
    latest: data,
    failure: settled && enabled ? failure : null,
    takingAgain: isFetching,
    takeAgain: () => void refetch(),
  };
}
