import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { allChecks } from './checks/all.ts';
import { startFixture } from './fixture.ts';

// Runs every check against the built app with the sandbox, and prints pass or FAIL for each.
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
  for (const { name, check } of checks) {
    count += 1;
    try {
      await check(fixture);
      say(`  pass  ${name}`);
    } catch (error) {
      failures.push(`${name}\n${error instanceof Error ? error.stack : String(error)}`);
      say(`  FAIL  ${name}`);
    }
  }
}
await fixture.close();

for (const failure of failures) say(`\n${failure}`);
const seconds = Math.round((Date.now() - began) / 1_000);
say(`\n${count - failures.length} of ${count} checks passed in ${seconds} s`);
process.exit(failures.length === 0 ? 0 : 1);
