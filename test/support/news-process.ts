import { pino } from 'pino';
import { Agent } from 'undici';
import * as z from 'zod/mini';
import { readConfig } from '../../src/bff/config/config.ts';
import { start } from '../../src/bff/server.ts';

/** What a test sets of a Giro process that tells news. */
export const newsProcess = z.object({
  pushHost: z.string(),
  pushCertificate: z.string(),
  leaseMs: z.number(),
});

if (import.meta.main) {
  // A push service of a test has neither a known address nor a certificate that Node trusts.
  const { pushHost, pushCertificate, leaseMs } = z.parse(
    newsProcess,
    JSON.parse(process.argv[2] ?? ''),
  );
  const app = await start({
    // Mail needs an origin, but the test calls the port that is free.
    config: {
      ...readConfig({ ...process.env, PUBLIC_ORIGIN: 'http://giro.example' }),
      publicOrigin: null,
    },
    log: pino({ level: 'silent' }),
    appFolder: null,
    startSandbox: () => Promise.reject(new Error('the test has a service')),
    news: {
      ...{ everyMs: 50, holdMs: 0, leaseMs, waitAfter: () => 100 },
      pushHosts: [pushHost],
      pushDispatcher: new Agent({ connect: { ca: pushCertificate } }),
    },
  });
  process.stdout.write(`Giro is ready at ${await app.listen({ host: '127.0.0.1', port: 0 })}\n`);
}
