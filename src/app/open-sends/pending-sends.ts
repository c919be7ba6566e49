import { useMemo, useSyncExternalStore } from 'react';
import * as z from 'zod/mini';
import { sendKey } from '../../contract/api/send-key.ts';
import { browserStorage, parseStored } from '../api/storage.ts';

// localStorage, because a phone may close the tab while the request is under way.
const storageKey = 'giro-pending-sends';
const maxKept = 20;

const pendingSend = z.object({
  user_id: z.string(),
  key: sendKey,
  source_amount_cents: z.string().check(z.regex(/^\d+$/)),
  source_amount_currency: z.string(),
  destination_amount_currency: z.string(),
  country_id: z.string(),
  destination_account_id: z.string(),
  /** The person has seen that nothing was sent. */
  told: z.boolean(),
  /** Presses of Send, over all tabs, that have no known answer; absent means one. */
  presses: z.optional(z.number()),
});

/** A send whose outcome this browser does not know yet. Ids and amounts only, no personal data. */
export type PendingSend = z.infer<typeof pendingSend>;

const pendingSends = z.array(pendingSend);

// Without localStorage, the address and the history entry still lead back to the send.
const read = () => browserStorage.read(storageKey, pendingSends) ?? [];

function change(by: (sends: PendingSend[]) => PendingSend[]) {
  const before = read();
  const after = by(before).slice(-maxKept);
  if (JSON.stringify(after) === JSON.stringify(before)) return;
  if (after.length === 0) browserStorage.remove(storageKey);
  else browserStorage.write(storageKey, after);
}

/** Call before the request leaves, so that a lost answer still leaves a record. */
export function keepPending(send: Omit<PendingSend, 'told' | 'presses'>): void {
  change((sends) => {
    const presses = pressesOf(sends.find(({ key }) => key === send.key)) + 1;
    return [...without(sends, send.key), { ...send, told: false, presses }];
  });
}

/** Call once the BFF has told the outcome. */
export function dropPending(key: string): void {
  change((sends) => without(sends, key));
}

/** Ends one press that sent nothing; earlier presses of the same key may still have sent something. */
export function endPress(key: string): void {
  change((sends) =>
    sends.flatMap((send) => {
      if (send.key !== key) return [send];
      const presses = pressesOf(send) - 1;
      return presses > 0 ? [{ ...send, presses }] : [];
    }),
  );
}

function pressesOf(send: PendingSend | undefined): number {
  return send ? (send.presses ?? 1) : 0;
}

/** The page has shown that nothing was sent. The record stays, so that the person can send from there. */
export function markTold(key: string): void {
  change((sends) => sends.map((send) => (send.key === key ? { ...send, told: true } : send)));
}

/** Call at sign-out. */
export function forgetPending(user_id: string): void {
  change((sends) => sends.filter((send) => send.user_id !== user_id));
}

export function pendingWith(key: string): PendingSend | undefined {
  return read().find((send) => send.key === key);
}

/** Whether this browser has any pending send, of any user. */
export function hasPending(): boolean {
  return read().length > 0;
}

/** The user's pending sends, oldest first. */
export function usePendingSends(user_id: string): PendingSend[] {
  const text = useSyncExternalStore(
    browserStorage.subscribe,
    () => browserStorage.readText(storageKey),
    () => null,
  );
  return useMemo(() => {
    const sends = parseStored(text, pendingSends) ?? [];
    return sends.filter((send) => send.user_id === user_id);
  }, [text, user_id]);
}

function without(sends: PendingSend[], key: string): PendingSend[] {
  return sends.filter((send) => send.key !== key);
}
