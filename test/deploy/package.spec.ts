import { execFileSync, spawn } from 'node:child_process';
import { chmodSync, copyFileSync, existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { readyAt } from '../support/giro-process.ts';

// The package is unpacked as on a server, and started by another user who may not write to it.

const nobody = 65_534;
let folder: string;
let tree: string;

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'giro-installed-'));
  chmodSync(folder, 0o755);
  tree = join(folder, 'giro');
  const pack = ['deploy/package.ts', '--to', tree, '--dist', 'dist'];
  execFileSync(process.execPath, pack, { stdio: 'inherit' });
}, 120_000);
afterAll(() => {
  execFileSync('chmod', ['-R', 'u+w', folder]);
  rmSync(folder, { recursive: true });
});

/** The packages in the tree, by name. */
const packages = () =>
  readdirSync(join(tree, 'node_modules')).flatMap((name) =>
    name.startsWith('@')
      ? readdirSync(join(tree, 'node_modules', name)).map((one) => `${name}/${one}`)
      : [name],
  );

test('holds what runs, and neither the source of the app nor what builds or tests it', () => {
  expect(packages()).toEqual(expect.arrayContaining(['fastify', 'kysely', 'pg', 'zod']));
  for (const name of ['vite', 'rolldown', 'typescript', 'vitest', 'react', '@babel/core']) {
    expect(packages()).not.toContain(name);
  }
  expect(readdirSync(join(tree, 'src/app/i18n'))).toEqual(['catalogues']);
  for (const path of ['test', 'vite', 'src/app/pages'])
    expect(existsSync(join(tree, path))).toBe(false);
});

test('starts from a read-only folder as another user, and serves the app over the sandbox', async () => {
  execFileSync('chmod', ['-R', 'a-w,a+rX', tree]);
  const data = mkdtempSync(join(folder, 'data-'));
  const isRoot = process.getuid?.() === 0;
  if (isRoot) execFileSync('chown', [String(nobody), data]);
  // This one may lie in a folder that only its owner reads.
  copyFileSync(process.execPath, join(folder, 'node'));
  const child = spawn('npm', ['start'], {
    cwd: tree,
    env: {
      ...{ PATH: `${folder}:${process.env.PATH}`, HOME: data, NODE_ENV: 'production' },
      ...{ PORT: '0', DATABASE_URL: `sqlite:${data}/giro.db` },
    },
    detached: true,
    stdio: ['ignore', 'pipe', 'pipe'],
    ...(isRoot && { uid: nobody, gid: nobody }),
  });
  // npm and the server that it started are a group of processes.
  onTestFinished(() => void (child.pid && process.kill(-child.pid, 'SIGKILL')));
  const url = await readyAt(child);
  expect(await (await fetch(`${url}/healthz`)).json()).toMatchObject({ ok: true });
  const page = await (await fetch(`${url}/sign-in`)).text();
  expect(page).toContain('<h1');
  const [, script = ''] = /src="(\/assets\/[^"]+\.js)"/.exec(page) ?? [];
  expect((await fetch(url + script)).headers.get('content-type')).toContain('javascript');
  const signedIn = await fetch(`${url}/api/session`, {
    method: 'POST',
    headers: { origin: url, 'content-type': 'application/json' },
    body: JSON.stringify({ email: 'sender@giro.example', password: 'sandbox' }),
  });
  expect(signedIn.status).toBe(200);
  expect(readdirSync(data)).toContain('giro.db');
  const people = execFileSync(join(tree, 'deploy/giro'), ['user', 'list'], {
    env: { PATH: `${folder}:${process.env.PATH}`, DATABASE_URL: `sqlite:${data}/giro.db` },
    encoding: 'utf8',
    ...(isRoot && { uid: nobody, gid: nobody }),
  });
  expect(people).toContain('sender@giro.example');
});
