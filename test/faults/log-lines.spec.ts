import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { text } from 'node:stream/consumers';
import { expect, test } from 'vitest';
import * as z from 'zod/mini';
import { demoAccounts } from '../../src/bff/auth/demo-accounts.ts';
import { readyAt } from '../support/giro-process.ts';

const logged = z.object({
  level: z.number(),
  time: z.number(),
  msg: z.string(),
  err: z.optional(z.object({ message: z.string(), stack: z.string() })),
});

const linesOf = (said: string) =>
  said
    .split('\n')
    .slice(0, -1)
    .map((line) => logged.parse(JSON.parse(line)));

test('writes only JSON to pipes, at the start and when it ends by an unexpected error', async () => {
  const breaks = 'process.once("SIGUSR2", () => { throw new Error("broken by the test") })';
  const child = spawn(
    process.execPath,
    ['--import', `data:text/javascript,${encodeURIComponent(breaks)}`, 'src/bff/main.ts'],
    { env: { PATH: process.env.PATH, PORT: '0' }, stdio: ['ignore', 'pipe', 'pipe'] },
  );
  const [said, failed] = [text(child.stdout), text(child.stderr)];
  const url = await readyAt(child);
  child.kill('SIGUSR2');
  await once(child, 'close');
  expect(child.exitCode).toBe(1);

  const messages = linesOf(await said).map(({ msg }) => msg);
  expect(messages).toContain('giro: starting');
  expect(messages).toContain(`Giro is ready at ${url}`);
  for (const { email, password } of demoAccounts) {
    expect(messages.join('\n')).toContain(`${email}  password: ${password}`);
  }
  expect(linesOf(await failed)).toMatchObject([
    {
      level: 60,
      msg: 'Giro ended by an unexpected error',
      err: { message: 'broken by the test' },
    },
  ]);
});
