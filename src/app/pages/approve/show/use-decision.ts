import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import * as z from 'zod/mini';
import type { Approval } from '../../../../contract/api/approvals.ts';
import { type Order, order as orderSchema } from '../../../../contract/api/order.ts';
import { type ApiError, isFailure } from '../../../api/api-error.ts';
import {
  approvalQuery,
  approvalsQuery,
  approveOrder,
  declineOrder,
} from '../../../api/approvals.ts';
import { useOrderPress } from '../../../orders/use-order-press.ts';

type Asked =
  | {
      kind: 'approve';
      /** Of who approves, where the transfer needs one. */
      proof: string | null;
    }
  | { kind: 'decline'; reason: string };

/** With the revision that the page showed when it was pressed. */
type Decision = Asked & { revision: number };

export type Decided = {
  kind: Decision['kind'];
  order: Order;
};

/** The order as it is now, by a failure that tells it. */
export const orderOf = (error: ApiError) => z.safeParse(orderSchema, error.order).data;

/** What came before a decision; `order` undefined if that is not known. */
type Late = { order: Order | undefined };

/** Approves or declines what the page shows, once a press. */
export function useDecision(shown: Approval) {
  const client = useQueryClient();
  const [decided, setDecided] = useState<Decided | null>(null);
  const [late, setLate] = useState<Late | null>(null);
  const { id, revision } = shown;

  function leave() {
    client.setQueryData(
      approvalsQuery.queryKey,
      (list) => list && { ...list, items: list.items.filter((row) => row.id !== id) },
    );
    void client.invalidateQueries({ queryKey: approvalsQuery.queryKey, exact: true });
  }

  const press = useOrderPress(
    ['decide', id],
    ({ revision: seen, ...asked }: Decision) =>
      asked.kind === 'approve'
        ? approveOrder(id, {
            revision: seen,
            // Of what is on the page.
            destination_account_fingerprint: shown.account?.fingerprint ?? '',
            ...{ source_amount_cents: shown.source_amount_cents, all_days: shown.all_days },
            ...(asked.proof !== null && { proof: asked.proof }),
          })
        : declineOrder(id, { revision: seen, reason: asked.reason }),
    {
      success({ order }, { kind }) {
        setDecided({ kind, order });
        leave();
      },
      error(error) {
        if (isFailure(error, 'order-changed', 'not-found')) {
          setLate({ order: orderOf(error) });
          // What came first is told.
          press.endDoubt();
          leave();
        }
        // As it is now: another recipient, or another revision.
        return client.invalidateQueries({ queryKey: approvalQuery(id).queryKey });
      },
    },
  );
  function decide(asked: Asked) {
    setLate(null);
    press.press({ ...asked, revision });
  }

  // What is said of a press is said of what the page showed then.
  const isOfShown = press.pressed?.revision === revision && late === null;
  return { ...press, error: isOfShown ? press.error : null, press: decide, decided, late };
}
