import { sealedTokenStore } from '../sealed-token-store.ts';
import { createService } from '../service/service.ts';
import { type CommandContext, UsageError, withLedger } from './command.ts';

/** Shows when the shared token ends; never its value. */
export async function showToken(context: CommandContext): Promise<number> {
  return withTokens(context, async (tokens) => {
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
  return withTokens(context, async (tokens) => {
    const ended = await tokens.deactivate();
    context.say(ended ? 'the token is ended at the service' : 'no token is kept');
    return 0;
  });
}

async function withTokens(
  { config, now, log }: CommandContext,
  work: (tokens: ReturnType<typeof createService>['tokens']) => Promise<number>,
): Promise<number> {
  const { service: access, secret } = config;
  if (!access || secret === null) {
    throw new UsageError("The sandbox's token lives in its process. Set REMITTANCE_* first.");
  }
  return withLedger(config, async (db) => {
    const audience = `${access.baseUrl} ${access.clientId}`;
    const tokenStore = sealedTokenStore({ db, secret, audience, now, log });
    const service = createService({ ...access, tokenStore, log });
    try {
      return await work(service.tokens);
    } finally {
      await service.close();
    }
  });
}
