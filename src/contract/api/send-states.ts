import { failureKinds } from '../failure-kind.ts';

/** Where a sending stands. `unconfirmed` and `unresolved` may or may not have moved money. */
export const sendStates = [
  'intended',
  'sent',
  'refused',
  'not_sent',
  'unconfirmed',
  'unresolved',
] as const;
export type SendState = (typeof sendStates)[number];

/** What was seen of a sending: how its call failed, why looking for it ended, or what was refused. */
export const sendReasons = [
  ...failureKinds,
  /** Our own failure, or the end of our process, before the answer was written down. */
  'internal',
  'interrupted',
  'none-found',
  'unread-found',
  'several-found',
  'rate-not-available',
  'account-not-found',
  'send-refused',
] as const;
export type SendReason = (typeof sendReasons)[number];

/** For how many milliseconds the service's list is searched for a sending before it is left to support. */
export const looksFor = 10 * 60_000;

/** What can happen to a sending. */
export type SendEvent =
  /** The service answered with the transfer. */
  | 'answered'
  /** The service said no, in words of the contract. */
  | 'refusal'
  /** Proof that nothing was written to the service. */
  | 'not-written'
  /** Anything else: no answer, an answer that can't be read, a crash of ours. */
  | 'lost'
  /** Exactly one transfer in the service's list can be this sending. */
  | 'found'
  /** The time to look is over, and none or several can be it. */
  | 'gave-up'
  /** Support bound it to a transfer. */
  | 'resolved-sent'
  /** Support made sure that it was not sent. */
  | 'resolved-not-sent'
  /** Support did so before the time to look was over, by what the service said. */
  | 'resolved-by-words'
  /** Support found the transfer of one that had been resolved as not sent. */
  | 'turned-up';

const moves: Record<SendState, Partial<Record<SendEvent, SendState>>> = {
  intended: {
    answered: 'sent',
    refusal: 'refused',
    'not-written': 'not_sent',
    lost: 'unconfirmed',
  },
  unconfirmed: {
    // An answer may still come after the wait for it was given up.
    answered: 'sent',
    found: 'sent',
    'gave-up': 'unresolved',
    // Not yet that it was not sent, unless the service said so: the transfer may still come into the list.
    'resolved-sent': 'sent',
    'resolved-by-words': 'not_sent',
  },
  unresolved: {
    answered: 'sent',
    'resolved-sent': 'sent',
    'resolved-not-sent': 'not_sent',
  },
  sent: {},
  refused: {},
  not_sent: {
    'turned-up': 'sent',
  },
};

/** The state after an event, or null when the event can't happen in this state. */
export function nextSendState(state: SendState, event: SendEvent): SendState | null {
  return moves[state][event] ?? null;
}

/** The states in which an event can happen. */
export function statesBefore(event: SendEvent): SendState[] {
  return sendStates.filter((state) => nextSendState(state, event) !== null);
}

/** While a sending is in one of these it is not known whether money moved. */
export const openStates: readonly SendState[] = ['intended', 'unconfirmed', 'unresolved'];

/** True while it is not known whether money moved. */
export function isOpen(state: SendState): boolean {
  return openStates.includes(state);
}

/** True while Giro itself looks for the outcome; then it is left to support. */
export function isUnderWay(state: SendState): boolean {
  return isOpen(state) && state !== 'unresolved';
}
