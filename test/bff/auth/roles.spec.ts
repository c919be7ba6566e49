import Fastify from 'fastify';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { holdToTable } from '../../../src/bff/auth/access.ts';
import { accessTable, nameOf } from '../../../src/bff/auth/access-table.ts';
import { roleChecks } from '../../security/role-table.ts';
import { startWorld, type World } from '../../security/world.ts';

describe.each(['own', 'all'] as const)('every route, where SENDERS_SEE is %s', (sendersSee) => {
  let world: World;
  beforeAll(async () => {
    world = await startWorld({ env: { SENDERS_SEE: sendersSee } });
  });
  afterAll(() => world.close());

  test.each(roleChecks(sendersSee))('$promise', ({ check }) => check(world));
});

test('a route without a row does not start', () => {
  const app = Fastify();
  holdToTable(app);
  expect(() => app.get('/api/new', () => '')).toThrow('GET /api/new has no row');
  expect(() => app.patch('/api/transfers', () => '')).toThrow('PATCH /api/transfers has no row');
});

test('a row without a route does not start', () => {
  const everyRowHasARoute = holdToTable(Fastify());
  expect(everyRowHasARoute).toThrow(
    'no route for GET /healthz, GET /readyz, GET /metrics, GET /manifest.webmanifest, GET /api',
  );
});

test('no two rows are of one route', () => {
  const names = accessTable.map(nameOf);
  expect(names).toEqual([...new Set(names)]);
});
