import type { StepUpMethod } from '../../contract/api/step-up.ts';
import type { Config } from '../config/config.ts';
import type { LedgerDb } from '../ledger/ledger.ts';
import { passkeysOf } from '../ledger/passkeys.ts';
import { findTotp } from '../ledger/second-factors.ts';
import type { UserRow } from '../ledger/users.ts';
import type { Passkeys } from './passkeys.ts';

type Deps = { config: Pick<Config, 'oidc'>; db: LedgerDb; passkeys: Pick<Passkeys, 'origin'> };

/**
 * How a person can prove again that it is them: at their OpenID provider, or by their own second factors. Recovery
 * codes don't count.
 */
export async function stepUpMethodsOf(
  { config, db, passkeys }: Deps,
  { id, password_hash }: Pick<UserRow, 'id' | 'password_hash'>,
): Promise<StepUpMethod[]> {
  if (password_hash === null) return config.oidc ? ['oidc'] : [];
  const [keys, totp] = await Promise.all([passkeysOf(db, id), findTotp(db, id)]);
  const methods: StepUpMethod[] = [];
  if (passkeys.origin !== null && keys.length > 0) methods.push('passkey');
  if (totp?.sealed) methods.push('totp');
  return methods;
}
