import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { isOpenOrder } from '../../contract/api/order-states.ts';
import type { ScheduledOrder } from '../../contract/api/scheduled-order.ts';
import { ApiError, isFailure } from '../api/api-error.ts';
import type { scheduleOrder } from '../api/scheduled-orders.ts';
import { serverTime } from '../i18n/intl.ts';

type Answer = Awaited<ReturnType<typeof scheduleOrder>>;

type OrderPress<Asked> = {
  press: (asked: Asked) => void;
  pending: boolean;
  /** The latest press; undefined before. */
  pressed: Asked | undefined;
  /** When that was, in milliseconds since 1970. */
  pressedAt: number;
  /** Why it changed nothing, or why that is not known. */
  error: Error | null;
  /** The answer was lost, so it may have been saved or not. */
  isUnsure: boolean;
  /** The person has to prove who they are; not once they closed the question. */
  isProofAsked: boolean;
  closeProof: () => void;
};

/** Makes or changes an order, once a press. */
export function useOrderPress<Asked>(
  mutationKey: readonly string[],
  call: (asked: Asked) => Promise<Answer>,
  on: {
    success: (answer: Answer, asked: Asked) => void;
    error: (error: Error, asked: Asked) => unknown;
  },
): OrderPress<Asked> {
  const [closed, setClosed] = useState(0);
  const mutation = useMutation({
    mutationKey,
    mutationFn: call,
    // Never paused while offline: a press that is made later would save what the person sees no more.
    networkMode: 'always',
    onSuccess: on.success,
    onError: on.error,
  });
  const { error, submittedAt, variables: pressed, isPending } = mutation;
  const isProofNeeded = isFailure(error, 'step-up-required', 'step-up-refused');
  return {
    press: (asked) => mutation.mutate(asked),
    pending: isPending,
    pressed,
    pressedAt: submittedAt,
    error,
    isUnsure: error !== null && isUnsureAfter(error),
    isProofAsked: isProofNeeded && closed !== submittedAt,
    closeProof: () => setClosed(submittedAt),
  };
}

/** What the server refuses with a status of 500 and more before it writes anything. */
const sureRefusals = ['clock-differs', 'ledger-held', 'send-not-saved'];

/** Whether an order may have been saved, changed or sent although a press of it failed. */
export function isUnsureAfter(error: Error): boolean {
  if (!(error instanceof ApiError)) return true;
  const { failure, status } = error;
  if (failure === 'offline' || failure === 'unreadable') return true;
  // The recipient is read before anything is written.
  return status >= 500 && !sureRefusals.includes(failure) && !failure.startsWith('service-');
}

/** Whether a day to come that an order had before is skipped now, also as the last one that was left. */
export function isLeftOut(day: string, before: ScheduledOrder, now: ScheduledOrder): boolean {
  const at = before.next.find((one) => one.day === day)?.at;
  // Of a day that has come, it is not known whether it was skipped or sent.
  if (at === undefined || Date.parse(at) <= serverTime().getTime()) return false;
  if (!isOpenOrder(now.state)) return now.reason === 'skipped';
  return now.next.every((one) => one.day !== day);
}
