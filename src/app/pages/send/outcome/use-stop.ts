import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { Order } from '../../../../contract/api/order.ts';
import { isFailure } from '../../../api/api-error.ts';
import { sendQuery, stopOrder } from '../../../api/sends.ts';

export type StopMutation = {
  press: (order: Order) => void;
  pending: boolean;
  /** Something else came first: it was sent, stopped or changed before. */
  isTooLate: boolean;
  /** The revision that could not be stopped because the database is on hold, where nothing is sent either. */
  heldAt: number | undefined;
  /** The answer was lost, so it may be stopped or not. */
  isUnsure: boolean;
};

/** Stops an order. Lives on the outcome page, because what came first may be a send by then. */
export function useStop(key: string): StopMutation {
  const client = useQueryClient();
  const { queryKey } = sendQuery(key);
  const mutation = useMutation({
    mutationFn: stopOrder,
    // Never paused while offline: a press that is made later would stop what the person sees no more.
    networkMode: 'always',
    async onMutate() {
      // A read that began before would show it as waiting again.
      await client.cancelQueries({ queryKey, exact: true });
    },
    onSuccess: (answer) => {
      client.setQueryData(queryKey, answer);
      // The pressed button goes, and the title says what came of it.
      document.querySelector('h1')?.focus();
    },
    onError: () => client.invalidateQueries({ queryKey, exact: true }),
  });
  const isTooLate = isFailure(mutation.error, 'order-changed');
  const isHeld = isFailure(mutation.error, 'ledger-held');
  return {
    press: ({ id, revision }) => mutation.mutate({ id, revision }),
    pending: mutation.isPending,
    isTooLate,
    heldAt: isHeld ? mutation.variables?.revision : undefined,
    isUnsure: mutation.isError && !isTooLate && !isHeld,
  };
}
