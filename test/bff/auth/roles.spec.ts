import Fastify from 'fastify';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { enforceAccessTable } from '../../../src/bff/auth/access.ts';
import { accessTable, nameOf } from '../../../src/bff/auth/access-table.ts';
import { type Fixture, startFixture } from '../../security/fixture.ts';
import { roleChecks } from '../../security/role-table.ts';

describe.each(['own', 'all'] as const)('every route, where SENDERS_SEE is %s', (sendersSee) => {
  let fixture: Fixture;
  beforeAll(async () => {
    fixture = await startFixture({ env: { SENDERS_SEE: sendersSee } });
  });
  afterAll(() => fixture.close());

  test.each(roleChecks(sendersSee))('$promise', ({ check }) => check(fixture));
});

test('a route without a row does not start', () => {
  const app = Fastify();
  enforceAccessTable(app);
  expect(() => app.get('/api/new', () => '')).toThrow('GET /api/new has no row');
  expect(() => app.patch('/api/transfers', () => '')).toThrow('PATCH /api/transfers has no row');
});

test('a row without a route does not start', () => {
  const everyRowHasARoute = enforceAccessTable(Fastify());
  expect(everyRowHasARoute).toThrow(
    'no route for GET /healthz, GET /readyz, GET /metrics, GET /manifest.webmanifest, GET /api',
  );
});

test('no two rows are of one route', () => {
  const names = accessTable.map(nameOf);
  expect(names).toEqual([...new Set(names)]);
});
