import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { isOpenOrder } from '../../contract/api/order-states.ts';
import type { ScheduledOrder } from '../../contract/api/scheduled-order.ts';
import { ApiError, isFailure } from '../api/api-error.ts';
import { serverTime } from '../i18n/intl.ts';

type OrderPress<Asked> = {
  press: (asked: Asked) => void;
  pending: boolean;
  /** The latest press; undefined before. */
  pressed: Asked | undefined;
  /** When that was, in milliseconds since 1970. */
  pressedAt: number;
  /** Why it changed nothing, or why that is not known. */
  error: Error | null;
  /** The answer to it, or to a press before it, was lost: what was asked for may have been done or not. */
  isUnsure: boolean;
  /** What was asked for was read since, so that the presses before leave no doubt. */
  endDoubt: () => void;
  /** The person has to prove who they are; not once they closed the question. */
  isProofAsked: boolean;
  closeProof: () => void;
};

/** Makes or changes an order, once a press. */
export function useOrderPress<Asked, Answer>(
  mutationKey: readonly string[],
  call: (asked: Asked) => Promise<Answer>,
  on: {
    success: (answer: Answer, asked: Asked) => void;
    /** @param isAfterLost it was refused, and the answer to a press before it was lost */
    error: (error: Error, asked: Asked, isAfterLost: boolean) => unknown;
  },
): OrderPress<Asked> {
  const [closed, setClosed] = useState(0);
  // A refusal says nothing of a press before it whose answer was lost.
  const [doubted, setDoubted] = useState('');
  const of = mutationKey.join(' ');
  const isInDoubt = doubted === of;
  const mutation = useMutation({
    mutationKey,
    mutationFn: call,
    // Never paused while offline: a press that is made later would save what the person sees no more.
    networkMode: 'always',
    onSuccess(answer, asked) {
      setDoubted('');
      return on.success(answer, asked);
    },
    onError(error, asked) {
      const isUnsure = isUnsureAfter(error);
      if (isUnsure) setDoubted(of);
      // One that comes too late is refused too: what came first may have been the press before.
      const isRefused = !isUnsure || isFailure(error, 'order-changed');
      return on.error(error, asked, isInDoubt && isRefused);
    },
  });
  const { error, submittedAt, variables: pressed, isPending } = mutation;
  const isProofNeeded = isFailure(error, 'step-up-required', 'step-up-refused');
  return {
    press: (asked) => mutation.mutate(asked),
    pending: isPending,
    pressed,
    pressedAt: submittedAt,
    error,
    isUnsure: error !== null && (isInDoubt || isUnsureAfter(error)),
    endDoubt: () => setDoubted(''),
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
  // What changed it may have been a press before, whose answer was lost.
  if (failure === 'order-changed') return true;
  // The recipient is read before anything is written.
  return status >= 500 && !sureRefusals.includes(failure) && !failure.startsWith('service-');
}

/** Whether the sentence about a failure may stand beside an unknown outcome: that of a refusal says what was not done. */
export const isTellable = (error: Error) =>
  isFailure(error, 'too-many-requests') ||
  (isUnsureAfter(error) && !isFailure(error, 'order-changed'));

/**
 * Whether a day to come that an order had before is skipped now, also as the last one that was left. False too where
 * that can't be told: the days are others since, or the day has come and may have been sent.
 */
export function isLeftOut(day: string, before: ScheduledOrder, now: ScheduledOrder): boolean {
  const left = before.next.find((one) => one.day === day);
  if (left === undefined || Date.parse(left.at) <= serverTime().getTime()) return false;
  if (rhythmOf(now) !== rhythmOf(before)) return false;
  if (!isOpenOrder(now.state)) return now.reason === 'skipped';
  return now.skipped.includes(day) || now.occurrence > left.number;
}

/** What the days and numbers of an order are counted by, but for its end. */
const rhythmOf = ({ kind, days, first_occurrence }: ScheduledOrder) =>
  [kind, days?.first_day, days?.time, days?.zone, first_occurrence].join(' ');
