import { spawn } from 'node:child_process';
import {
  cpSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { eventually } from './support/eventually.ts';

// Runs `npm run dev` on a copy of the project and saves files as an editor does.

// The first request loads and transforms the whole BFF: half a minute of a busy machine.
vi.setConfig({ testTimeout: 150_000 });
const long = { timeout: 60_000 };

let folder: string;
let url: string;
let log = '';
let exited: number | null | undefined;
let end: () => void;

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'giro-dev-'));
  for (const part of ['src', 'vite', 'public', 'index.html', 'package.json', 'tsconfig.json']) {
    cpSync(part, join(folder, part), { recursive: true });
  }
  for (const file of ['vite.config.ts', 'lingui.config.ts']) cpSync(file, join(folder, file));
  // Links each package, because the copy needs its own `node_modules/.vite`.
  mkdirSync(join(folder, 'node_modules'));
  for (const name of readdirSync('node_modules')) {
    if (name !== '.vite')
      symlinkSync(resolve('node_modules', name), join(folder, 'node_modules', name));
  }
  const child = spawn(
    process.execPath,
    ['node_modules/vite/bin/vite.js', '--port', '0', '--host', '127.0.0.1'],
    { cwd: folder, env: { PATH: process.env.PATH } },
  );
  for (const stream of [child.stdout, child.stderr]) {
    stream.on('data', (chunk) => {
      log += String(chunk);
    });
  }
  child.once('exit', (code) => {
    exited = code;
  });
  end = () => void child.kill('SIGTERM');
  await eventually(() => expect(log).toMatch(/http:\/\/127\.0\.0\.1:\d+/), { timeout: 30_000 });
  url = /http:\/\/127\.0\.0\.1:\d+/.exec(log)?.[0] ?? '';
}, 60_000);

afterAll(() => {
  end();
  rmSync(folder, { recursive: true, force: true });
});

/** Saves a file with one text replaced. */
function save(path: string, text: string, instead: string) {
  const file = join(folder, path);
  const before = readFileSync(file, 'utf8');
  expect(before).toContain(text);
  writeFileSync(file, before.replace(text, instead));
}

const health = async () => (await fetch(`${url}/healthz`)).text();
const countries = async () => {
  const signedIn = await fetch(`${url}/api/session`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', origin: url, 'sec-fetch-site': 'same-origin' },
    body: JSON.stringify({ email: 'sender@giro.example', password: 'sandbox' }),
  });
  const cookie = signedIn.headers.getSetCookie()[0]?.split(';')[0] ?? '';
  return (await fetch(`${url}/api/countries`, { headers: { cookie } })).text();
};

test('reloads the BFF after the first save and each later one', async () => {
  const before = await health();
  expect(before).not.toContain('saved');
  save('src/bff/routes/health.ts', 'ok: true', "ok: true, saved: 'once'");
  await expect.poll(health, long).toContain('once');
  save('src/bff/routes/health.ts', "saved: 'once'", "saved: 'twice'");
  await expect.poll(health, long).toContain('twice');
});

test('reloads the sandbox after two quick saves', async () => {
  expect(await countries()).toContain('"Colombia"');
  const path = 'src/sandbox/reference/countries.ts';
  save(path, "'Colombia'", "'Colombia the first'");
  await pause(700);
  save(path, "'Colombia the first'", "'Colombia the second'");
  await expect.poll(countries, long).toContain('Colombia the second');
  expect(exited).toBeUndefined();
});

test('reports code that cannot be loaded, and reloads after the save that fixes it', async () => {
  save('src/bff/routes/health.ts', "saved: 'twice'", 'saved: (');
  await expect.poll(() => log, long).toMatch(/health\.ts/);
  save('src/bff/routes/health.ts', 'saved: (', "saved: 'fixed'");
  await expect.poll(health, long).toContain('fixed');
  expect(exited).toBeUndefined();
});

test('survives a restart caused by a file that the configuration imports', async () => {
  save('src/bff/page/renderer.ts', "'server/renderer.js'", "'server/renderer2.js'");
  await expect.poll(() => log, long).toMatch(/restart/);
  await expect.poll(() => health().catch(String), long).toContain('fixed');
  expect(exited).toBeUndefined();
});
