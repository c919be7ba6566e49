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

/** With what the page showed when it was first pressed: behind a question it may be another one by now. */
type Decision = Asked & { seen: Approval };

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
  const { id } = shown;

  function leave() {
    client.setQueryData(
      approvalsQuery.queryKey,
      (list) => list && { ...list, items: list.items.filter((row) => row.id !== id) },
    );
    void client.invalidateQueries({ queryKey: approvalsQuery.queryKey, exact: true });
  }

  const press = useOrderPress(
    ['decide', id],
    ({ seen, ...asked }: Decision) =>
      asked.kind === 'approve'
        ? approveOrder(id, {
            revision: seen.revision,
            destination_account_fingerprint: seen.account?.fingerprint ?? '',
            ...{ source_amount_cents: seen.source_amount_cents, all_days: seen.all_days },
            ...(asked.proof !== null && { proof: asked.proof }),
          })
        : declineOrder(id, { revision: seen.revision, reason: asked.reason }),
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
    press.press({ ...asked, seen: shown });
  }

  // What is said of a press, and asked about it, is of what the page showed then.
  const isOfShown = press.pressed?.seen.revision === shown.revision && late === null;
  return {
    ...press,
    error: isOfShown ? press.error : null,
    isProofAsked: press.isProofAsked && isOfShown,
    /** It was changed while the person was asked who they are. */
    isOvertaken: press.isProofAsked && !isOfShown && late === null,
    press: decide,
    /** Answers that question, about what was pressed. */
    prove: (proof: string) =>
      press.pressed && press.press({ kind: 'approve', seen: press.pressed.seen, proof }),
    ...{ decided, late },
  };
}
