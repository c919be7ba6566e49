import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, inject, test } from 'vitest';
import { allChecks } from './checks/all.ts';
import { type Fixture, startFixture } from './fixture.ts';

// The checks of `npm run security`, one test each.
const appFolder = fileURLToPath(new URL('../../dist', import.meta.url));

let fixture: Fixture;
beforeAll(async () => {
  fixture = await startFixture({
    appFolder,
    built: { folder: appFolder, env: inject('builtWith') },
  });
});
afterAll(() => fixture.close());

describe.each(Object.entries(allChecks))('%s', (_group, checks) => {
  test.each(checks)('$name', ({ check }) => check(fixture));
});
