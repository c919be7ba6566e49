import Fastify from 'fastify';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { enforceAccessTable } from '../../../src/bff/auth/access.ts';
import { accessTable, nameOf } from '../../../src/bff/auth/access-table.ts';
import { isFor } from '../../../src/contract/api/session.ts';
import { type Fixture, startFixture } from '../../security/fixture.ts';
import { roleChecks } from '../../security/role-table.ts';

describe.each(['own', 'all'] as const)('every route with SENDERS_SEE=%s', (sendersSee) => {
  let fixture: Fixture;
  beforeAll(async () => {
    fixture = await startFixture({ env: { SENDERS_SEE: sendersSee } });
  });
  afterAll(() => fixture.close());

  test.each(roleChecks(sendersSee))('$name', ({ check }) => check(fixture));
});

test('throws at start for a route without a row', () => {
  const app = Fastify();
  enforceAccessTable(app);
  expect(() => app.get('/api/new', () => '')).toThrow('GET /api/new has no row');
  expect(() => app.patch('/api/transfers', () => '')).toThrow('PATCH /api/transfers has no row');
});

test('throws at start for a row without a route', () => {
  const everyRowHasARoute = enforceAccessTable(Fastify());
  expect(everyRowHasARoute).toThrow(
    'no route for GET /healthz, GET /readyz, GET /metrics, GET /manifest.webmanifest, GET /api',
  );
});

test('lets an auditor change nothing but their own account', () => {
  const calls = accessTable
    .filter(({ method, access }) => {
      const isOpen = access === 'anyone' || access === 'signed-in';
      return method !== 'GET' && !isOpen && isFor(access, 'auditor');
    })
    .map(nameOf);
  // Reads whose query is not for an address.
  expect(calls).toEqual([
    'POST /api/audit.csv',
    'POST /api/destination_accounts/:id/reveals',
    'POST /api/transfers.csv',
  ]);
});

test('lets an auditor read whatever support reads', () => {
  const without = accessTable.filter(({ method, access }) => {
    const isOpen = access === 'anyone' || access === 'signed-in';
    return method === 'GET' && !isOpen && isFor(access, 'support') && !isFor(access, 'auditor');
  });
  expect(without).toEqual([]);
});

test('has at most one row for each route', () => {
  const names = accessTable.map(nameOf);
  expect(names).toEqual([...new Set(names)]);
});
