import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { allChecks } from './checks/all.ts';
import { startFixture } from './fixture.ts';

// Starts the built app over the sandbox, and prints each promise with pass or fail.
const appFolder = fileURLToPath(new URL('../../dist', import.meta.url));
if (!existsSync(`${appFolder}/index.html`)) {
  execFileSync('npm', ['run', '--silent', 'build'], { stdio: 'inherit' });
}

const say = (line: string) => process.stdout.write(`${line}\n`);
const failures: string[] = [];
const began = Date.now();
let count = 0;

const fixture = await startFixture({ appFolder });
for (const [group, checks] of Object.entries(allChecks)) {
  say(`\n${group}`);
  for (const { promise, check } of checks) {
    count += 1;
    try {
      await check(fixture);
      say(`  pass  ${promise}`);
    } catch (error) {
      failures.push(`${promise}\n${error instanceof Error ? error.stack : String(error)}`);
      say(`  FAIL  ${promise}`);
    }
  }
}
await fixture.close();

for (const failure of failures) say(`\n${failure}`);
const seconds = Math.round((Date.now() - began) / 1_000);
say(`\n${count - failures.length} of ${count} promises kept, in ${seconds} s`);
process.exit(failures.length === 0 ? 0 : 1);
