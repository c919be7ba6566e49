import assert from 'node:assert/strict';
import { existsSync, readFileSync } from 'node:fs';
import * as z from 'zod/mini';
import type { Check } from '../fixture.ts';

const read = <T extends z.core.$ZodType>(schema: T, path: string) =>
  z.parse(schema, JSON.parse(readFileSync(path, 'utf8')));

const names = z.record(z.string(), z.string());
const lock = z.object({
  packages: z.record(
    z.string(),
    z.object({
      resolved: z.optional(z.string()),
      integrity: z.optional(z.string()),
      link: z.optional(z.boolean()),
      hasInstallScript: z.optional(z.boolean()),
    }),
  ),
});
const installed = z.object({ name: z.optional(z.string()), scripts: z.optional(names) });
const manifest = z.object({
  dependencies: names,
  devDependencies: names,
  optionalDependencies: names,
});

const packages = () =>
  Object.entries(read(lock, 'package-lock.json').packages).filter(([path]) => path !== '');

export const supplyChain: Check[] = [
  {
    name: 'the lockfile names no host and has a hash for every package',
    check() {
      const all = packages();
      assert.ok(all.length > 100);
      const hosted = all.filter(([, { resolved, link }]) => resolved !== undefined || link);
      assert.deepEqual(hosted, []);
      const unhashed = all.filter(([, { integrity }]) => !integrity?.startsWith('sha512-'));
      // A bundled package has no hash of its own: the hash of its parent package covers it.
      assert.deepEqual(
        unhashed.filter(([path]) => path.split('node_modules/').length === 2),
        [],
      );
      assert.doesNotMatch(readFileSync('package-lock.json', 'utf8'), /(git\+|file:|http:)/);
    },
  },
  {
    name: 'no package has an install script',
    check() {
      const scripted = packages().flatMap(([path, { hasInstallScript }]) => {
        if (!existsSync(`${path}/package.json`)) return hasInstallScript ? [path] : [];
        const { scripts = {} } = read(installed, `${path}/package.json`);
        const runs = ['preinstall', 'install', 'postinstall'].some((name) => name in scripts);
        return runs || existsSync(`${path}/binding.gyp`) ? [path] : [];
      });
      assert.deepEqual(scripted, []);
    },
  },
  {
    name: 'every version is exact, and docs/architecture.md gives a reason for each runtime dependency',
    check() {
      const { devDependencies, ...shipped } = read(manifest, 'package.json');
      const dependencies = { ...shipped.dependencies, ...shipped.optionalDependencies };
      for (const [name, version] of Object.entries({ ...dependencies, ...devDependencies })) {
        assert.match(version, /^\d+\.\d+\.\d+$/, name);
      }
      const [, section = ''] = readFileSync('docs/architecture.md', 'utf8').split(
        '## Dependencies',
      );
      for (const name of Object.keys(dependencies)) {
        assert.match(section, new RegExp(`^\\|.* ?\`${name}\`.* \\| \\S`, 'm'), name);
      }
    },
  },
];
