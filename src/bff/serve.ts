import { fileURLToPath } from 'node:url';
import { pino } from 'pino';
import { demoAccounts } from './auth/demo-accounts.ts';
import { type Config, ConfigError, readConfig } from './config/config.ts';
import { originWarnings } from './config/origin-warnings.ts';
import { type StartSandbox, start } from './start.ts';

const appFolder = fileURLToPath(new URL('../../dist', import.meta.url));

/** In milliseconds; supervisors kill after 10 s. */
const stopsWithin = 9_500;

/** Serves until the program is told to stop; ends it, saying why, when it can't start. */
export async function serve(env: NodeJS.ProcessEnv, startSandbox: StartSandbox): Promise<void> {
  try {
    await listen(env, startSandbox);
  } catch (error) {
    process.stderr.write(`${error instanceof ConfigError ? error.message : causesOf(error)}\n`);
    process.exit(1);
  }
}

/** An error that nobody foresaw, with all that led to it. */
function causesOf(error: unknown): string {
  const causes: string[] = [];
  for (let one = error; one !== undefined; one = one instanceof Error ? one.cause : undefined) {
    const code = one instanceof Error && 'code' in one ? `\n    code ${one.code}` : '';
    causes.push(`${one instanceof Error ? one.stack : String(one)}${code}`);
  }
  return causes.join('\ncaused by ');
}

/** Why an address can't be listened at, by the variable at fault; any other error as it came. */
export function listenFault(
  error: unknown,
  { host, port }: Pick<Config, 'host' | 'port'>,
): unknown {
  const code = error instanceof Error && 'code' in error ? String(error.code) : '';
  const line = {
    EADDRINUSE: `PORT: another program listens at ${host}:${port}; stop it, or give another port`,
    EACCES: `PORT: this user may not listen at ${port}; give a port from 1024 up`,
    EADDRNOTAVAIL: `HOST: ${host} is no address of this machine`,
    ENOTFOUND: `HOST: ${host} is not known; give an address of this machine`,
  }[code];
  return line ? new ConfigError([line]) : error;
}

async function listen(env: NodeJS.ProcessEnv, startSandbox: StartSandbox) {
  const config = readConfig(env);
  const log = pino({ level: config.logLevel });
  for (const warning of originWarnings(config)) log.warn(warning);
  const app = await start({ config, log, appFolder, startSandbox });
  function stop() {
    // What has no answer by then stands in the ledger as it is, and is looked for at the next start.
    setTimeout(() => process.exit(0), stopsWithin).unref();
    void app.close().then(() => process.exit(0));
  }
  for (const signal of ['SIGTERM', 'SIGINT'] as const) process.once(signal, stop);
  const { host, port } = config;
  const address = await app.listen({ host, port }).catch((error: unknown) => {
    throw listenFault(error, config);
  });
  say(`Giro is ready at ${config.publicOrigin ?? address}`);
  if (config.service) return;
  say('Sandbox: nothing here moves real money. Sign in as');
  for (const { email, password, role } of demoAccounts) {
    say(`  ${email}  password ${password}  (${role})`);
  }
}

const say = (line: string) => process.stdout.write(`${line}\n`);
