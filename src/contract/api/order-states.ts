/** A held one is sent once, soon, unless it is stopped before; the others on days that the person chose. */
export const orderKinds = ['held', 'once', 'weekly', 'monthly'] as const;
export type OrderKind = (typeof orderKinds)[number];

/** The states of an order. In all but `released` nothing of its next release was posted, as far as the ledger knows. */
export const orderStates = [
  'waiting',
  /** An instance checks it again and is about to send it; until the intent is written it can be stopped. */
  'releasing',
  /** The intent of its last release is written: the send tells the rest. */
  'released',
  /** By a person. */
  'stopped',
  /** Nobody approved it in time. */
  'expired',
  'declined',
  /** Giro did not send it, and asks the person. */
  'needs_you',
] as const;
export type OrderState = (typeof orderStates)[number];

/** What a waiting order waits for: its time, a second person, or, paused, its own person. */
export const orderWaits = ['time', 'approval', 'person'] as const;
export type OrderWaitsFor = (typeof orderWaits)[number];

/** True of an order that waits for a second person. */
export const waitsForApproval = (order: { state: OrderState; waits_for: OrderWaitsFor }) =>
  order.state === 'waiting' && order.waits_for === 'approval';

/** What a second person says of an order that waits for approval. */
export const approvalDecisions = ['approved', 'declined'] as const;
export type ApprovalDecision = (typeof approvalDecisions)[number];

/** What became of an occurrence. `refused`: nothing was posted, and the same may be tried again. */
export const releaseStates = ['releasing', 'released', 'refused', 'skipped', 'missed'] as const;
export type ReleaseState = (typeof releaseStates)[number];

/**
 * Why Giro asks a person before it sends their order: what only they can mend, and `restored`, where Giro does not know
 * whether it was sent or stopped before. Any other reason may pass, so the release is tried again.
 */
export const askingReasons = [
  ...(['late', 'worse-rate', 'restored', 'not-signed-in', 'forbidden'] as const),
  ...(['account-not-found', 'recipient-archived', 'recipient-changed'] as const),
  ...(['wallet-address-missing', 'amount-too-small', 'invalid-fields'] as const),
  ...([
    'step-up-required',
    'limit-reached',
    'identical-send-open',
    'sent-before',
    'send-settled',
  ] as const),
  ...(['rate-not-available', 'quote-refused', 'service-refused'] as const),
  ...(['key-reused', 'send-forgotten'] as const),
] as const;
export type AskingReason = (typeof askingReasons)[number];

/** True if a loss left it unknown whether an order was sent already. */
export const isUnsureOrder = ({ unsure_since }: { unsure_since?: string | undefined }) =>
  unsure_since !== undefined;

/** True of such a one that still waits for its person, who did not answer since: it asks them, or they paused it. */
export const isOpenDoubt = (order: {
  state: OrderState;
  waits_for: OrderWaitsFor;
  unsure_since?: string | undefined;
}) => isUnsureOrder(order) && (order.state === 'needs_you' || order.waits_for === 'person');

/** True while an order can still be sent, and so be stopped. */
export function isOpenOrder(state: OrderState): boolean {
  return state === 'waiting' || state === 'releasing' || state === 'needs_you';
}

/** True of what is listed as scheduled: a held one is stopped on its own page within seconds, unless it waits for approval. */
export const isListedOrder = ({ kind, waits_for }: { kind: OrderKind; waits_for: OrderWaitsFor }) =>
  kind !== 'held' || waits_for === 'approval';

/** What Giro could not release for so long is not sent any more: a day is missed, and a held one asks its person. */
export const missedAfterMs = 86_400_000;

/** An estimate that is worse by less than this part of the amount is accepted without a question. */
export const acceptedDrift = 400n;
