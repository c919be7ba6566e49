import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, inject, test } from 'vitest';
import { isChromiumThere } from '../support/chromium.ts';
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

describe.each(Object.entries(allChecks))('%s', (group, checks) => {
  // Without Chromium, test/journeys/chromium.spec.ts fails the run.
  test.skipIf(group === 'Browser' && !isChromiumThere()).each(checks)('$name', ({ check }) =>
    check(fixture),
  );
});
