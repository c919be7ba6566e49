import { fileURLToPath } from 'node:url';
import { type Logger, pino } from 'pino';
import { demoAccounts } from './auth/demo-accounts.ts';
import { type Config, ConfigError, readConfig } from './config/config.ts';
import { readEnvFile } from './config/env-file.ts';
import { originWarnings } from './config/origin-warnings.ts';
import { LedgerError, ledgerError, storeCode } from './ledger/store/ledger-error.ts';
import { version } from './lib/version.ts';
import { plainError } from './service/errors.ts';
import { type StartSandbox, start } from './start.ts';

const appFolder = fileURLToPath(new URL('../../dist', import.meta.url));

type Fact = { words: string; level?: 'info' | 'fatal'; err?: unknown };

/** Says it in words where a person looks on, else as a line of the log: any other line breaks its readers. LOG_LEVEL does not hide it. */
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

/**
 * Serves until SIGTERM or SIGINT. When it can't start, prints why and exits with 1.
 * @param env the environment of this process, to which `.env` is added
 */
export async function serve(env: NodeJS.ProcessEnv, startSandbox: StartSandbox): Promise<void> {
  process.on('uncaughtException', (err) =>
    fail({ words: 'Giro ended by an unexpected error', err }),
  );
  try {
    readEnvFile();
    const config = readConfig(env);
    await listen(config, startSandbox).catch((error: unknown) => {
      throw ledgerFault(error, config);
    });
  } catch (error) {
    fail(error instanceof ConfigError ? { words: error.message } : unexpected(error));
  }
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

/** Turns a failure of the ledger into a ConfigError. Returns any other error unchanged. */
export function ledgerFault(error: unknown, { databaseUrl }: Pick<Config, 'databaseUrl'>): unknown {
  if (!(error instanceof LedgerError) && storeCode(error) === null) return error;
  return new ConfigError([`DATABASE_URL: ${ledgerError(error, databaseUrl).message}`]);
}

/** Turns an error of listen() into a ConfigError that names the variable. Returns any other error unchanged. */
export function listenFault(
  error: unknown,
  { host, port }: Pick<Config, 'host' | 'port'>,
): unknown {
  const code = error instanceof Error && 'code' in error ? String(error.code) : '';
  const line = {
    EADDRINUSE: `PORT: another program already uses ${host}:${port}; stop it, or set another port`,
    EACCES: `PORT: this user may not listen on ${port}; set a port from 1024 up`,
    EADDRNOTAVAIL: `HOST: ${host} is not an address of this machine; set one of its own, or 127.0.0.1`,
    EAI_AGAIN: `HOST: ${host} can't be resolved; set an address of this machine, or 127.0.0.1`,
    ENOTFOUND: `HOST: ${host} is an unknown name; set an address of this machine, or 127.0.0.1`,
  }[code];
  return line ? new ConfigError([line]) : error;
}

async function listen(config: Config, startSandbox: StartSandbox) {
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

const tell = (words: string) => say(process.stdout, { words });
