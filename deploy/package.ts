import { execFileSync } from 'node:child_process';
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import * as z from 'zod/mini';

// Makes what an operator installs: giro-VERSION.tar.gz, with the built app, the server's source, and only the
// packages that it runs on. `--to FOLDER` makes the same files in a new folder instead, as the image does.
// `--dist FOLDER` takes an app that is built already.

const root = join(import.meta.dirname, '..');
const manifest = z
  .looseObject({ version: z.string(), imports: z.record(z.string(), z.string()) })
  .parse(readJson('package.json'));
const lock = z
  .object({
    packages: z.record(
      z.string(),
      z.object({
        dependencies: z.optional(z.record(z.string(), z.string())),
        peerDependencies: z.optional(z.record(z.string(), z.string())),
        peerDependenciesMeta: z.optional(
          z.record(z.string(), z.object({ optional: z.optional(z.boolean()) })),
        ),
      }),
    ),
  })
  .parse(readJson('package-lock.json'));

/** What runs without the app's source: Node reads TypeScript, and mails read the catalogues. */
const sources = ['src/bff', 'src/contract', 'src/money', 'src/sandbox', 'src/app/i18n/catalogues'];
const others = [
  'CHANGELOG.md',
  'LICENSE',
  'README.md',
  'docs',
  '.env.example',
  'deploy/alerts.yml',
  'deploy/dashboard.json',
  'deploy/giro',
  'deploy/giro.service',
  'deploy/giro-backup.service',
  'deploy/giro-backup.timer',
  // By name: a secret.env that somebody filled in must not get into a package.
  'deploy/kubernetes/backup.yaml',
  'deploy/kubernetes/deployment.yaml',
  'deploy/kubernetes/disruption-budget.yaml',
  'deploy/kubernetes/kustomization.yaml',
  'deploy/kubernetes/secret.env.example',
  'deploy/kubernetes/service.yaml',
  'deploy/kubernetes/settings.env',
  'deploy/nginx.conf',
  'deploy/tracing.md',
  'deploy/tracing.ts',
];

const { to, dist } = parseArgs({
  options: { to: { type: 'string' }, dist: { type: 'string' } },
}).values;
const name = `giro-${manifest.version}`;
if (to !== undefined) {
  if (existsSync(to)) throw new Error(`${to} exists; name a folder that does not`);
  makeTree(resolve(to));
} else {
  const temporary = mkdtempSync(join(tmpdir(), 'giro-package-'));
  try {
    makeTree(join(temporary, name));
    const file = join(root, `${name}.tar.gz`);
    execFileSync('tar', ['-czf', file, '-C', temporary, name], { stdio: 'inherit' });
    process.stdout.write(`${file}\n`);
  } finally {
    rmSync(temporary, { recursive: true });
  }
}

function makeTree(folder: string) {
  mkdirSync(folder, { recursive: true });
  if (dist === undefined) build(join(folder, 'dist'));
  else cpSync(dist, join(folder, 'dist'), { recursive: true });
  for (const path of [...sources, ...others]) {
    cpSync(join(root, path), join(folder, path), { recursive: true });
  }
  const packages = packagesOf(importedBy(folder));
  for (const path of packages) {
    cpSync(join(root, path), join(folder, path), {
      recursive: true,
      // Nested packages are copied by name, and only those that are needed.
      filter: (from) => from === join(root, path) || !/[\\/]node_modules$/.test(from),
    });
  }
  const { imports } = manifest;
  const used = Object.entries(imports).filter(([, path]) => existsSync(join(folder, path)));
  // An older Node then says that it is too old, instead of what it can't parse.
  const check = '--import ./src/bff/needs-node.js';
  const own = {
    ...{ name: 'giro', version: manifest.version, private: true, type: 'module' },
    ...{ license: 'SEE LICENSE IN LICENSE', engines: { node: '>=24.7' } },
    imports: Object.fromEntries(used),
    bin: { giro: 'deploy/giro' },
    scripts: {
      start: `exec node ${check} --max-semi-space-size=8 src/bff/main.ts`,
      giro: `node ${check} src/bff/cli/cli.ts`,
    },
  };
  writeFileSync(join(folder, 'package.json'), `${JSON.stringify(own, null, 2)}\n`);
}

function build(outDir: string) {
  const vite = join(root, 'node_modules/vite/bin/vite.js');
  // Under NODE_ENV=test the build would hold React's development code.
  const { NODE_ENV: _, ...env } = process.env;
  execFileSync(process.execPath, [vite, 'build', '--logLevel', 'error', '--outDir', outDir], {
    ...{ cwd: root, env, stdio: 'inherit' },
  });
}

/** The packages that the server's source imports. */
function importedBy(folder: string): string[] {
  const files = readdirSync(join(folder, 'src'), { recursive: true, encoding: 'utf8' });
  const found = files
    .filter((file) => file.endsWith('.ts'))
    .flatMap((file) => [
      ...readFileSync(join(folder, 'src', file), 'utf8').matchAll(
        /^(?!import type).*?(?:from|import\()\s*'((?:@[\w.-]+\/)?[\w.-]+)(?:\/[^']*)?'/gm,
      ),
    ])
    .flatMap(([, name]) => (name === undefined ? [] : [name]));
  return [...new Set(found)].filter((name) => `node_modules/${name}` in lock.packages);
}

/** The folders of these packages and of all that they need, as installed. */
function packagesOf(names: readonly string[]): Set<string> {
  const paths = new Set<string>();
  const add = (name: string, from: string) => {
    const path = installed(name, from);
    if (path === null || paths.has(path)) return;
    paths.add(path);
    const {
      dependencies = {},
      peerDependencies = {},
      peerDependenciesMeta = {},
    } = lock.packages[path] ?? {};
    for (const needed of Object.keys(dependencies)) add(needed, path);
    for (const peer of Object.keys(peerDependencies)) {
      if (!peerDependenciesMeta[peer]?.optional) add(peer, path);
    }
  };
  for (const name of names) add(name, '');
  return paths;
}

/** Where a package that another one names is installed: in its own node_modules, or in one above. */
function installed(name: string, from: string): string | null {
  const path = join(from, 'node_modules', name).replaceAll('\\', '/');
  if (path in lock.packages) return path;
  if (from === '') return null;
  const above = from.slice(0, from.lastIndexOf('node_modules')).replace(/\/$/, '');
  return installed(name, above === '' ? '' : above);
}

function readJson(file: string): unknown {
  return JSON.parse(readFileSync(join(root, file), 'utf8'));
}
