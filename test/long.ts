import { spawnSync } from 'node:child_process';
import { randomInt } from 'node:crypto';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import * as z from 'zod/mini';

// First everything, with every case of every matrix, passwords hashed at full cost and the properties at length. Then
// what is random, again and again, each time with another seed. A failure stops nothing: the summary names it.
const { values } = parseArgs({ options: { repeats: { type: 'string', default: '9' } } });
const always = ['test/faults/', 'test/security/', 'test/journeys/send-once.spec.ts'];
const random = readdirSync('test', { recursive: true, encoding: 'utf8' })
  .map((path) => `test/${path.replaceAll('\\', '/')}`)
  .filter((path) => /\.spec\.tsx?$/.test(path))
  .filter((path) => /fast-check|support\/(seed|at-length)\.ts/.test(readFileSync(path, 'utf8')));

const report = z.object({
  numPassedTests: z.number(),
  testResults: z.array(z.object({ name: z.string(), status: z.string() })),
});
const vitest = fileURLToPath(new URL('../node_modules/vitest/vitest.mjs', import.meta.url));
const folder = mkdtempSync(join(tmpdir(), 'giro-long-'));

function run(what: string, specs: readonly string[], settings: Record<string, string>) {
  process.stdout.write(`\n${what}\n`);
  const seed = String(Number(process.env.SEED) || randomInt(2 ** 30));
  const file = join(folder, `${seed}.json`);
  const args = [vitest, 'run', '--reporter=default', '--reporter=json', `--outputFile=${file}`];
  const began = performance.now();
  const { status } = spawnSync(process.execPath, [...args, ...specs], {
    env: { ...process.env, ...settings, SEED: seed },
    stdio: 'inherit',
  });
  const seconds = Math.round((performance.now() - began) / 1_000);
  const told = z.safeParse(report, status === null ? null : readJson(file)).data;
  const failed = told?.testResults.filter((one) => one.status === 'failed') ?? [];
  const names = failed.map(({ name }) => `\n    failed: ${name}`);
  const passed = `${told?.numPassedTests ?? 0} tests passed`;
  return {
    isGreen: status === 0,
    line: `${what}, SEED=${seed}: ${status === 0 ? passed : `FAILED, ${passed}`} in ${seconds} s${names.join('')}`,
  };
}

function readJson(file: string): unknown {
  try {
    return JSON.parse(readFileSync(file, 'utf8'));
  } catch {
    // The run ended before it could tell: its status says so.
    return null;
  }
}

const repeats = Array.from({ length: Number(values.repeats) }, (_, index) => index + 1);
const runs = [
  run('Everything at length', [], { AT_LENGTH: '1' }),
  ...repeats.map((number) => run(`What is random, repeat ${number}`, [...always, ...random], {})),
];
rmSync(folder, { recursive: true, force: true });
process.stdout.write(`\n${runs.map(({ line }) => line).join('\n')}\n`);
process.exitCode = runs.every(({ isGreen }) => isGreen) ? 0 : 1;
