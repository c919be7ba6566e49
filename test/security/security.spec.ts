import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, inject, test } from 'vitest';
import { type Store, strictestStore } from '../support/stores.ts';
import { allChecks } from './checks/all.ts';
import { type Fixture, startFixture } from './fixture.ts';

// The checks of `npm run security`, one test each. That command runs them on SQLite.
const appFolder = fileURLToPath(new URL('../../dist', import.meta.url));

let fixture: Fixture;
let store: Awaited<ReturnType<Store['create']>>;
beforeAll(async () => {
  store = await strictestStore().create();
  fixture = await startFixture({
    appFolder,
    env: { DATABASE_URL: store.url },
    built: { folder: appFolder, env: inject('builtWith') },
  });
});
afterAll(async () => {
  await fixture.close();
  await store.remove();
});

describe.each(Object.entries(allChecks))('%s', (_group, checks) => {
  test.each(checks)('$name', ({ check }) => check(fixture));
});
