import { spawn } from 'node:child_process';
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
 */
export function startSeededService(transfers: number): Promise<SeededService> {
  const child = spawn(process.execPath, [main, '--port', '0', '--transfers', String(transfers)], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
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
