import { useMemo, useSyncExternalStore } from 'react';
import * as z from 'zod/mini';
import { sendKey } from '../../contract/api/send-key.ts';

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

const listeners = new Set<() => void>();

function read(): string {
  try {
    return localStorage.getItem(storageKey) ?? '[]';
  } catch {
    // No storage in this browser: the address and the history still lead back.
    return '[]';
  }
}

function parse(text: string): PendingSend[] {
  try {
    return z.safeParse(z.array(pendingSend), JSON.parse(text)).data ?? [];
  } catch {
    // Nothing readable in it.
    return [];
  }
}

function change(by: (sends: PendingSend[]) => PendingSend[]) {
  const before = parse(read());
  const after = by(before).slice(-maxKept);
  if (JSON.stringify(after) === JSON.stringify(before)) return;
  try {
    if (after.length === 0) localStorage.removeItem(storageKey);
    else localStorage.setItem(storageKey, JSON.stringify(after));
  } catch {
    // No storage, or it is full: the address and the history still lead back.
  }
  for (const listener of listeners) listener();
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
  return parse(read()).find((send) => send.key === key);
}

/** Whether this browser keeps any, whosever they are. */
export function hasPending(): boolean {
  return parse(read()).length > 0;
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  // Another tab's.
  window.addEventListener('storage', listener);
  return () => {
    listeners.delete(listener);
    window.removeEventListener('storage', listener);
  };
}

/** This person's, the oldest first. */
export function usePendingSends(user_id: string): PendingSend[] {
  const text = useSyncExternalStore(subscribe, read, () => '[]');
  return useMemo(() => parse(text).filter((send) => send.user_id === user_id), [text, user_id]);
}

function without(sends: PendingSend[], key: string): PendingSend[] {
  return sends.filter((send) => send.key !== key);
}
