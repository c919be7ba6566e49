import { spawn } from 'node:child_process';
import { constants, setPriority } from 'node:os';
import { fileURLToPath } from 'node:url';

const main = fileURLToPath(new URL('../../src/sandbox/main.ts', import.meta.url));

export type SeededService = {
  baseUrl: string;
  clientId: string;
  clientSecret: string;
  stop(): void;
};

/**
 * Starts the sandbox with this many transfers in another process, so that its CPU time is not
 * measured.
 * @param isElsewhere true to take no CPU time from what is measured, as a service on another machine
 */
export function startSeededService(
  transfers: number,
  { isElsewhere = false } = {},
): Promise<SeededService> {
  const child = spawn(process.execPath, [main, '--port', '0', '--transfers', String(transfers)], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  if (isElsewhere && child.pid !== undefined) {
    setPriority(child.pid, constants.priority.PRIORITY_LOW);
  }
  return new Promise((resolve, reject) => {
    let said = '';
    child.once('exit', () => reject(new Error(`the sandbox did not start: ${said}`)));
    child.stdout.on('data', (part) => {
      said += part;
      const access = /listens at (\S+)\nClient ID (\S+), secret key (\S+)\n/.exec(said);
      if (!access) return;
      const [, baseUrl = '', clientId = '', clientSecret = ''] = access;
      resolve({ baseUrl, clientId, clientSecret, stop: () => void child.kill() });
    });
  });
}
