import { failureKinds } from '../failure-kind.ts';
import type { OpenSendMark } from './open-send-marks.ts';

/** The states of a send. With `unconfirmed` and `unresolved` it is not known whether money moved. */
export const sendStates = [
  'intended',
  'sent',
  'refused',
  'not_sent',
  'unconfirmed',
  'unresolved',
] as const;
export type SendState = (typeof sendStates)[number];

/** Why a send has its state: how its call failed, why the search for it ended, or what was refused. */
export const sendReasons = [
  ...failureKinds,
  /** An error of ours, or the end of our process, before the answer was saved. */
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

/** Milliseconds for which the service's list is searched for an unconfirmed send, before support takes over. */
export const looksFor = 10 * 60_000;

/** What can happen to a send. */
export type SendEvent =
  /** The service answered with the transfer. */
  | 'answered'
  /** The service refused, with an error of the contract. */
  | 'refusal'
  /** Proof that nothing was written to the service. */
  | 'not-written'
  /** Anything else: no answer, an unreadable answer, a crash of ours. */
  | 'lost'
  /** Exactly one transfer in the service's list matches. */
  | 'found'
  /** The search timed out with no match, or with several. */
  | 'gave-up'
  /** Support linked it to a transfer. */
  | 'resolved-sent'
  /** Support confirmed that it was not sent. */
  | 'resolved-not-sent'
  /** Support confirmed that before the search timed out, because the service said so. */
  | 'resolved-by-words'
  /** Support found the transfer of a send that was resolved as not sent. */
  | 'turned-up';

const moves: Record<SendState, Partial<Record<SendEvent, SendState>>> = {
  intended: {
    answered: 'sent',
    refusal: 'refused',
    'not-written': 'not_sent',
    lost: 'unconfirmed',
  },
  unconfirmed: {
    // A late answer can arrive after the timeout.
    answered: 'sent',
    found: 'sent',
    'gave-up': 'unresolved',
    // 'resolved-not-sent' is missing, because the transfer may still appear in the service's list.
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

/** Returns the state after an event, or null when the event can't happen in this state. */
export function nextSendState(state: SendState, event: SendEvent): SendState | null {
  return moves[state][event] ?? null;
}

/** Returns the states in which an event can happen. */
export function statesBefore(event: SendEvent): SendState[] {
  return sendStates.filter((state) => nextSendState(state, event) !== null);
}

/** The states in which it is not known whether money moved. */
export const openStates: readonly SendState[] = ['intended', 'unconfirmed', 'unresolved'];

/** The states in which money moved, or may have. */
export const mayHaveGone: readonly SendState[] = [...openStates, 'sent'];

/** True while it is not known whether money moved. */
export function isOpen(state: SendState): boolean {
  return openStates.includes(state);
}

/** True while Giro itself still searches for the outcome; afterwards support resolves it. */
export function isUnderWay(state: SendState): boolean {
  return isOpen(state) && state !== 'unresolved';
}

type MarkedSend = { state: SendState; look_alikes?: readonly string[] | undefined };

/** True while support has something to decide about a send: its outcome, or whose a look-alike is. */
export function hasCase({ state, look_alikes = [] }: MarkedSend): boolean {
  return isOpen(state) || look_alikes.length > 0;
}

/** The mark of a send: support has to act on one that is unresolved, or has look-alikes. */
export function markOf({ state, look_alikes = [] }: MarkedSend): OpenSendMark {
  return state === 'unresolved' || look_alikes.length > 0 ? 'unresolved' : 'unconfirmed';
}
