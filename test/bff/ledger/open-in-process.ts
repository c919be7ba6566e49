import { spawn } from 'node:child_process';
import { once } from 'node:events';

/** Opens the ledger in a separate process, which adds a person and exits. */
export async function openInProcess(url: string, email: string) {
  const command = ['user', 'add', email, '--role', 'sender', '--name', 'One', '--password-stdin'];
  const child = spawn(process.execPath, ['src/bff/cli/cli.ts', ...command], {
    env: { PATH: process.env.PATH, DATABASE_URL: url },
    stdio: ['pipe', 'ignore', 'inherit'],
  });
  child.stdin.end('correct horse battery');
  await once(child, 'exit');
  if (child.exitCode !== 0)
    throw new Error(`the process that opens the ledger exited with ${child.exitCode}`);
}
