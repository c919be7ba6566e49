import { fileURLToPath } from 'node:url';
import { pino } from 'pino';
import { ConfigError, readConfig } from './config.ts';
import { demoAccounts } from './sign-in/demo-accounts.ts';
import { type StartSandbox, start } from './start.ts';

const appFolder = fileURLToPath(new URL('../../dist', import.meta.url));

/** Serves until the program is told to stop; ends it, saying why, when it can't start. */
export async function serve(env: NodeJS.ProcessEnv, startSandbox: StartSandbox): Promise<void> {
  try {
    await listen(env, startSandbox);
  } catch (error) {
    const expected = error instanceof ConfigError;
    process.stderr.write(
      `${expected ? error.message : String(error instanceof Error ? error.stack : error)}\n`,
    );
    process.exit(1);
  }
}

async function listen(env: NodeJS.ProcessEnv, startSandbox: StartSandbox) {
  const config = readConfig(env);
  const log = pino({ level: config.logLevel });
  const app = await start({ config, log, appFolder, startSandbox });
  for (const signal of ['SIGTERM', 'SIGINT'] as const) {
    process.once(signal, () => void app.close().then(() => process.exit(0)));
  }
  const address = await app.listen({ host: config.host, port: config.port });
  say(`Giro is ready at ${config.publicOrigin ?? address}`);
  if (config.service) return;
  say('Sandbox: nothing here moves real money. Sign in as');
  for (const { email, password, role } of demoAccounts) {
    say(`  ${email}  password ${password}  (${role})`);
  }
}

const say = (line: string) => process.stdout.write(`${line}\n`);
