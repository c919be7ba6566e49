import { fetch } from 'undici';
import * as z from 'zod/mini';
import { paths } from '../../src/contract/paths.ts';
import type { SeededService } from './seeded-service.ts';

/** Obtains a token for calls to the service without Giro. */
export async function tokenOf(service: SeededService): Promise<string> {
  const { baseUrl, clientId, clientSecret } = service;
  const basic = Buffer.from(`${clientId}:${clientSecret}`).toString('base64');
  const answer = await fetch(baseUrl + paths.authorize, {
    method: 'POST',
    headers: { authorization: `Basic ${basic}` },
  });
  return z.parse(z.object({ token: z.string() }), await answer.json()).token;
}
