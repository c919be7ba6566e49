import './needs-node.js';
import { enableCompileCache, flushCompileCache } from 'node:module';
import { fileURLToPath } from 'node:url';
import { setFlagsFromString } from 'node:v8';
import type { Logger } from 'pino';
import type { Config } from './config/config.ts';

// What a long list leaves behind is collected before it doubles the heap: less memory, and shorter stalls.
setFlagsFromString('--heap-growing-percent=30');

// Keeps Node's compiled code for the next start. It lies in node_modules, which only those who may change
// the program can write. It must be on before the first import, hence the dynamic ones.
enableCompileCache(fileURLToPath(new URL('../../node_modules/.cache/giro', import.meta.url)));
const { pino } = await import('pino');
const { start } = await import('./server.ts');
const { demoAccounts } = await import('./auth/demo-accounts.ts');
const { ConfigError, readConfig } = await import('./config/config.ts');
const { readEnvFile } = await import('./config/env-file.ts');
const { withSandboxHold } = await import('./config/hold.ts');
const { originWarnings } = await import('./config/origin-warnings.ts');
const { ledgerFault, listenFault } = await import('./config/start-faults.ts');
const { version } = await import('./lib/version.ts');
const { plainError } = await import('./service/errors.ts');

const appFolder = fileURLToPath(new URL('../../dist', import.meta.url));

process.on('uncaughtException', (err) => fail({ words: 'Giro ended by an unexpected error', err }));
try {
  readEnvFile();
  const config = readConfig(withSandboxHold(process.env));
  await serve(config).catch((error: unknown) => {
    throw ledgerFault(error, config);
  });
} catch (error) {
  fail(error instanceof ConfigError ? { words: error.message } : unexpected(error));
}
// Flushed now: a killed process would never write it.
flushCompileCache();

/** Serves until SIGTERM or SIGINT. */
async function serve(config: Config) {
  const log = pino({ level: config.logLevel });
  log.info({ version, node: process.versions.node }, 'giro: starting');
  for (const warning of [...config.variableWarnings, ...originWarnings(config)]) log.warn(warning);
  const app = await start({ config, log, appFolder, startSandbox });
  stopOnSignals(app, config, log);
  const { host, port } = config;
  const address = await app.listen({ host, port }).catch((error: unknown) => {
    throw listenFault(error, config);
  });
  // Behind a proxy, where it listens is another address than people open.
  const listens = config.publicOrigin === null ? '' : ` (listening at ${address})`;
  tell(`Giro is ready at ${config.publicOrigin ?? address}${listens}`);
  if (config.service) return;
  tell('Sandbox: no real money moves here. Sign in with one of these accounts:');
  for (const { email, password, role } of demoAccounts) {
    tell(`  ${role.padEnd(7)}  ${email}  password: ${password}`);
  }
}

async function startSandbox() {
  const { createSandbox } = await import('../sandbox/sandbox.ts');
  const sandbox = createSandbox();
  const { url, close } = await sandbox.listen();
  const { client_id: clientId, client_secret: clientSecret } = sandbox;
  return { baseUrl: url, clientId, clientSecret, close };
}

/** Closes the server at the first signal; the process exits with 0, at the latest at the end of the grace. */
function stopOnSignals(app: { close(): Promise<unknown> }, { stopGrace }: Config, log: Logger) {
  let stopping = false;
  function stop(signal: NodeJS.Signals) {
    // npm and a terminal may both pass on the same signal: the second must cut nothing.
    if (stopping) return;
    stopping = true;
    log.info({ signal, grace_ms: stopGrace }, 'giro: stopping');
    setTimeout(() => {
      log.warn('giro: stopped before everything was closed');
      process.exit(0);
    }, stopGrace).unref();
    void app.close().then(() => process.exit(0));
  }
  for (const signal of ['SIGTERM', 'SIGINT'] as const) process.on(signal, stop);
}

type Fact = { words: string; level?: 'info' | 'fatal'; err?: unknown };

/**
 * Says it in words on a terminal, elsewhere as a line of the log, whose readers expect nothing but JSON. LOG_LEVEL does
 * not hide it.
 */
function say(stream: NodeJS.WriteStream & { fd: number }, { words, level = 'info', err }: Fact) {
  if (!stream.isTTY) {
    const serializers = { err: plainError };
    pino({ serializers }, pino.destination({ fd: stream.fd, sync: true }))[level](
      err === undefined ? {} : { err },
      words,
    );
    return;
  }
  const stack = err instanceof Error ? `\n${err.stack}` : '';
  stream.write(`${words}${stack}\n`);
}

/** Says on standard error why the process ends, and ends it with 1. */
function fail(fact: Fact): never {
  say(process.stderr, { level: 'fatal', ...fact });
  process.exit(1);
}

function tell(words: string) {
  say(process.stdout, { words });
}

/** An unexpected error: its message with those of its causes, and where the innermost was thrown. */
function unexpected(error: unknown): Fact {
  const said: string[] = [];
  let err = error;
  for (let one = error; one !== undefined; one = one instanceof Error ? one.cause : undefined) {
    const code = one instanceof Error && 'code' in one ? ` (${one.code})` : '';
    said.push(`${one instanceof Error ? one.message : String(one)}${code}`);
    err = one;
  }
  return { words: `Giro can't start: ${said.join(', caused by ')}`, err };
}
