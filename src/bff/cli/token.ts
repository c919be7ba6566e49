import { holdingTokenStore } from '../ledger-service.ts';
import { sealedTokenStore } from '../sealed-token-store.ts';
import { createService, type Service } from '../service/service.ts';
import { type CommandContext, UsageError, withLedger } from './command.ts';

/** Shows when the shared token ends; never its value. */
export async function showToken(context: CommandContext): Promise<number> {
  return withService(context, async ({ tokens }) => {
    const token = await tokens.describe();
    const minutes = token ? Math.floor(token.remaining_ms / 60_000) : 0;
    context.say(
      token ? `a token until ${token.expires_at}, ${minutes} minutes from now` : 'no token is kept',
    );
    return 0;
  });
}

/** Ends the shared token at the service. The next call of a running Giro obtains another. */
export async function deactivateToken(context: CommandContext): Promise<number> {
  return withService(context, async ({ tokens }) => {
    const ended = await tokens.deactivate();
    context.say(ended ? 'the token is ended at the service' : 'no token is kept');
    return 0;
  });
}

/**
 * Runs with the real service, by the token that all instances share.
 * @throws UsageError where there is none: the sandbox and its ids live and end in its own process
 */
export async function withService<T>(
  { config, now, log }: CommandContext,
  work: (service: Service) => Promise<T>,
): Promise<T> {
  const { service: access, secret } = config;
  if (!access || secret === null) {
    throw new UsageError('The sandbox lives in its own process. Set REMITTANCE_* first.');
  }
  return withLedger(config, async (db) => {
    const audience = `${access.baseUrl} ${access.clientId}`;
    const sealed = sealedTokenStore({ db, secret, audience, now, log });
    const tokenStore = holdingTokenStore(sealed, { db, access, now, log });
    const service = createService({ ...access, tokenStore, log });
    try {
      return await work(service);
    } finally {
      await service.close();
    }
  });
}
