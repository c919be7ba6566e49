import { newFactorHours, type StepUpMethod } from '../../contract/api/step-up.ts';
import type { Config } from '../config/config.ts';
import { type PasskeyRow, passkeysOf } from '../ledger/people/passkeys.ts';
import { findTotp, type TotpRow } from '../ledger/people/second-factors.ts';
import type { UserRow } from '../ledger/people/users.ts';
import type { FactorProof } from '../ledger/store/people-schema.ts';
import type { LedgerDb } from '../ledger/store/schema.ts';
import { timestamp } from '../lib/timestamp.ts';
import type { Passkeys } from './passkeys.ts';

type Deps = { config: Pick<Config, 'oidc'>; db: LedgerDb; passkeys: Pick<Passkeys, 'origin'> };

const waitMs = newFactorHours * 3_600_000;

/**
 * From when a passkey proves who sends (ISO 8601): a day after it was added, or at once if a factor that counted then
 * confirmed it.
 */
export const passkeyCountsFrom = (row: Pick<PasskeyRow, 'created_at' | 'added_by'>) =>
  countsFrom(row.created_at, row.added_by);

/** The same for an authenticator app; null without a confirmed one. */
export const totpCountsFrom = (row: Pick<TotpRow, 'confirmed_at' | 'added_by'> | null) =>
  row?.confirmed_at ? countsFrom(row.confirmed_at, row.added_by) : null;

const countsFrom = (at: string, added_by: FactorProof | null) =>
  added_by === 'factor' ? at : timestamp(Date.parse(at) + waitMs);

/**
 * How a person can prove again that it is them: at their OpenID provider, or by their own second factors that count.
 * Recovery codes don't count.
 * @param now the store's time, in milliseconds since 1970
 * @returns with the ways, when the first of the person's new factors counts; null if one does, or there is none
 */
export async function stepUpMethodsOf(
  { config, db, passkeys }: Deps,
  { id, password_hash }: Pick<UserRow, 'id' | 'password_hash'>,
  now: number,
): Promise<{ methods: StepUpMethod[]; counts_from: string | null }> {
  if (password_hash === null) return { methods: config.oidc ? ['oidc'] : [], counts_from: null };
  const [keys, totp] = await Promise.all([passkeysOf(db, id), findTotp(db, id)]);
  const app = totpCountsFrom(totp);
  const times = [
    ...(passkeys.origin === null
      ? []
      : keys.map((key) => ['passkey', passkeyCountsFrom(key)] as const)),
    ...(app === null ? [] : [['totp', app] as const]),
  ];
  const counting = times.filter(([, from]) => hasCome(from, now)).map(([method]) => method);
  const methods = [...new Set(counting)];
  const [first = null] = methods.length > 0 ? [] : times.map(([, from]) => from).toSorted();
  return { methods, counts_from: first };
}

/** What a person is told of when a factor counts: null if it does, or if none of their transfers asks for it. */
export function shownCountsFrom(
  { stepUpAbove }: Pick<Config, 'stepUpAbove'>,
  { role }: Pick<UserRow, 'role'>,
  from: string | null,
  now: number,
): string | null {
  const isAsked = stepUpAbove.size > 0 && role === 'sender';
  return isAsked && !hasCome(from, now) ? from : null;
}

/** True from this time on. @param now milliseconds since 1970 */
export const hasCome = (from: string | null, now: number) =>
  from !== null && Date.parse(from) <= now;
