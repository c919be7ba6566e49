import { existsSync } from 'node:fs';
import { causeCode } from '../lib/cause-code.ts';
import { ConfigError } from './config.ts';

/**
 * Adds the variables of `.env` in the working directory to the environment. Those already set win.
 * @throws ConfigError if there is one that can't be read
 */
export function readEnvFile(): void {
  if (!existsSync('.env')) return;
  try {
    process.loadEnvFile('.env');
  } catch (error) {
    const code = causeCode(error) ?? String(error);
    throw new ConfigError([`.env: can't be read (${code}); let the user that runs Giro read it`]);
  }
}
