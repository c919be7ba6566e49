import { spawn } from 'node:child_process';
import { once } from 'node:events';

const program = `
  import { openLedger } from './src/bff/ledger/store/ledger.ts';
  import { addUser } from './src/bff/ledger/people/users.ts';
  const [url, email] = process.argv.slice(1);
  const db = await openLedger(url);
  const person = { email, name: 'One', role: 'sender', password_hash: null };
  await addUser(db, person, new Date().toISOString());
  await db.destroy();`;

/** Opens the ledger in a separate process, which makes it if it has to, adds a person and exits. */
export async function openInProcess(url: string, email: string) {
  const child = spawn(process.execPath, ['--input-type=module', '-e', program, url, email], {
    env: { PATH: process.env.PATH },
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  await once(child, 'exit');
  if (child.exitCode !== 0)
    throw new Error(`the process that opens the ledger exited with ${child.exitCode}`);
}
