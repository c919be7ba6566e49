import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { request } from 'undici';
import { expect, onTestFinished, test } from 'vitest';
import { scenarios } from '../../src/sandbox/scenarios.ts';
import { basic } from './start.ts';

function run(...options: string[]) {
  const child = spawn('node_modules/.bin/node', ['src/sandbox/main.ts', ...options]);
  onTestFinished(() => {
    child.kill('SIGKILL');
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (text: string) => {
      output += text;
    });
  }
  return { child, output: () => output, ended: once(child, 'close') };
}

async function stop(child: ChildProcess, signal: NodeJS.Signals, ended: Promise<unknown[]>) {
  child.kill(signal);
  return (await ended)[0];
}

test.each(['SIGINT', 'SIGTERM'] as const)(
  'serves until %s',
  { timeout: 30_000 },
  async (signal) => {
    const { child, output, ended } = run(
      '--port',
      '0',
      '--transfers',
      '3',
      '--token-lifetime',
      '8',
    );
    const lastLine = scenarios.at(-1)?.effect ?? '';
    await expect.poll(output, { timeout: 20_000 }).toContain(lastLine);
    expect(output()).toContain('sandbox-client');
    expect(output()).toContain('sandbox-secret');
    for (const { effect } of scenarios) expect(output()).toContain(effect);

    const url = /http:\/\/127\.0\.0\.1:\d+/.exec(output())?.[0];
    const headers = { authorization: basic };
    const answer = await request(`${url}/api/v3/auth/authorize`, { method: 'POST', headers });
    expect(answer.statusCode).toBe(200);
    await answer.body.dump();
    expect(await stop(child, signal, ended)).toBe(0);
  },
);

test.each([
  [['--port', '70000'], "--port must be from 0 to 65535, not '70000'"],
  [['--transfers', 'many'], "--transfers must be from 0 to 300000, not 'many'"],
  [['--edits', 'some'], "--edits must be merge or replace, not 'some'"],
  [['--token-lifetime', '0'], "--token-lifetime must be from 1 to 31536000, not '0'"],
])('refuses %j', { timeout: 30_000 }, async (options, message) => {
  const { output, ended } = run(...options);
  expect((await ended)[0]).toBe(2);
  expect(output()).toContain(message);
});
