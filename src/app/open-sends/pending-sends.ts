import { useMemo, useSyncExternalStore } from 'react';
import * as z from 'zod/mini';
import { sendKey } from '../../contract/api/send-key.ts';
import { browserStorage, parseStored } from '../api/storage.ts';

// In local storage: a phone that ends the tab must not lose the way back to what was pressed in it.
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
  /** The person has read that nothing was sent. */
  told: z.boolean(),
  /** How many presses of Send, in any tab, have no known answer; absent for one. */
  presses: z.optional(z.number()),
});

/** A transfer that Send was pressed for and whose outcome this browser has not learnt: ids and amounts, nothing personal. */
export type PendingSend = z.infer<typeof pendingSend>;

const pendingSends = z.array(pendingSend);

// Where there is no storage, the address and the history still lead back.
const read = () => browserStorage.read(storageKey, pendingSends) ?? [];

function change(by: (sends: PendingSend[]) => PendingSend[]) {
  const before = read();
  const after = by(before).slice(-maxKept);
  if (JSON.stringify(after) === JSON.stringify(before)) return;
  if (after.length === 0) browserStorage.remove(storageKey);
  else browserStorage.write(storageKey, after);
}

/** To be called before the request leaves, so that nothing that was pressed goes without a trace. */
export function keepPending(send: Omit<PendingSend, 'told' | 'presses'>): void {
  change((sends) => {
    const presses = pressesOf(sends.find(({ key }) => key === send.key)) + 1;
    return [...without(sends, send.key), { ...send, told: false, presses }];
  });
}

/** The BFF has told what it knows of it. */
export function dropPending(key: string): void {
  change((sends) => without(sends, key));
}

/** One press sent nothing, which says nothing of an earlier one that no answer came to. */
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

/** The page has shown that nothing was sent; it is kept so that it can be sent from there. */
export function markTold(key: string): void {
  change((sends) => sends.map((send) => (send.key === key ? { ...send, told: true } : send)));
}

/** A person has signed out. */
export function forgetPending(user_id: string): void {
  change((sends) => sends.filter((send) => send.user_id !== user_id));
}

export function pendingWith(key: string): PendingSend | undefined {
  return read().find((send) => send.key === key);
}

/** Whether this browser keeps any, whosever they are. */
export function hasPending(): boolean {
  return read().length > 0;
}

/** This person's, the oldest first. */
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
