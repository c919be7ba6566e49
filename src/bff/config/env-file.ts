import { existsSync, readFileSync } from 'node:fs';
import { causeCode } from '../lib/cause-code.ts';
import { ConfigError } from './config.ts';

/** A value without quotes that holds # right behind another character: Node drops the rest, systemd keeps it. */
const cutValue = /^\s*(?:export\s+)?(\w+)\s*=[ \t]*[^'"`\s#][^#\n]*(?<=\S)#/gm;

/**
 * Adds the variables of `.env` in the working directory to the environment. Those already set win.
 * @throws ConfigError if there is one that can't be read, or that holds a value of which only a part would be taken
 */
export function readEnvFile(): void {
  if (!existsSync('.env')) return;
  try {
    const cut = [...readFileSync('.env', 'utf8').matchAll(cutValue)];
    if (cut.length > 0) {
      throw new ConfigError(
        cut.map(([, name]) => `.env: put the value of ${name} in quotes, because it holds #`),
      );
    }
    process.loadEnvFile('.env');
  } catch (error) {
    if (error instanceof ConfigError) throw error;
    const code = causeCode(error) ?? String(error);
    throw new ConfigError([`.env: can't be read (${code}); let the user that runs Giro read it`]);
  }
}
