import { spawnSync } from 'node:child_process';
import { randomInt } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

// Runs every randomised spec ten times, each time with another seed; stops at the first failure.
const runs = 10;
const always = ['test/faults/', 'test/security/', 'test/journeys/send-once.spec.ts'];
const random = readdirSync('test', { recursive: true, encoding: 'utf8' })
  .map((path) => `test/${path.replaceAll('\\', '/')}`)
  .filter((path) => /\.spec\.tsx?$/.test(path))
  .filter((path) => /fast-check|support\/seed\.ts/.test(readFileSync(path, 'utf8')));

const vitest = fileURLToPath(new URL('../node_modules/vitest/vitest.mjs', import.meta.url));
const first = Number(process.env.SEED) || randomInt(2 ** 30);

for (let run = 0; run < runs; run += 1) {
  process.stdout.write(`\nRun ${run + 1} of ${runs}\n`);
  const env = { ...process.env, SEED: String(first + run) };
  const command = [vitest, 'run', ...always, ...random];
  const { status } = spawnSync(process.execPath, command, { env, stdio: 'inherit' });
  if (status !== 0) process.exit(status ?? 1);
}
