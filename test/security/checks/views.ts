import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import * as z from 'zod/mini';
import { views, viewsPath } from '../../../src/contract/api/views.ts';
import { canary } from '../../support/canary.ts';
import { type Actor, actors, type Check, type Fixture } from '../fixture.ts';

const change = ({ call }: Fixture, as: Actor, method: 'POST' | 'PUT' | 'DELETE', body: object) =>
  call(as, { method, path: viewsPath, body: JSON.stringify(body) });

/** Saves a view whose name and words appear nowhere else. */
async function saved(fixture: Fixture, as: Actor, shared: boolean) {
  const id = randomUUID();
  const [name, q] = [canary('view'), canary('words')];
  const filters = { page: 'transfers', search: { q } };
  const { status } = await change(fixture, as, 'POST', { id, name, shared, filters });
  assert.equal(status, 201);
  return { id, name, q };
}

/** The ids of the views that an actor may open, after a look for the words of others. */
async function seenBy({ call }: Fixture, as: Actor, hidden: readonly string[]) {
  const { text } = await call(as, { path: viewsPath });
  for (const words of hidden) assert.ok(!text.includes(words), `${as} reads ${words}`);
  return z.decode(views, JSON.parse(text)).items.map(({ id }) => id);
}

const isIn = (actor: Actor) => actor !== 'anonymous' && actor !== 'disabled';

export const viewChecks: Check[] = [
  {
    name: 'a view that is not shared is seen, changed and deleted by its owner alone',
    async check(fixture) {
      for (const owner of ['sender', 'support'] as const) {
        const { id, name, q } = await saved(fixture, owner, false);
        for (const as of actors.filter((one) => one !== owner && isIn(one))) {
          assert.ok(!(await seenBy(fixture, as, [name, q])).includes(id));
          const renamed = await change(fixture, as, 'PUT', { id, name: 'taken', shared: false });
          assert.equal(renamed.status, 404);
          assert.equal((await change(fixture, as, 'DELETE', { id })).status, 404);
        }
        assert.ok((await seenBy(fixture, owner, [])).includes(id));
      }
    },
  },
  {
    name: 'a shared view is seen by support and auditors, never by a sender or an admin',
    async check(fixture) {
      const { id, name, q } = await saved(fixture, 'support', true);
      assert.ok((await seenBy(fixture, 'auditor', [])).includes(id));
      for (const as of ['sender', 'other', 'admin'] as const) {
        assert.ok(!(await seenBy(fixture, as, [name, q])).includes(id));
      }
      for (const as of ['sender', 'auditor', 'admin'] as const) {
        assert.equal((await change(fixture, as, 'DELETE', { id })).status, 404);
      }
    },
  },
  {
    name: 'only support shares a view',
    async check(fixture) {
      const filters = { page: 'transfers', search: { q: canary('words') } };
      for (const as of ['sender', 'auditor', 'admin'] as const) {
        const body = { id: randomUUID(), name: canary('view'), shared: true, filters };
        assert.equal((await change(fixture, as, 'POST', body)).status, 422);
        const own = await saved(fixture, as, false);
        const shared = await change(fixture, as, 'PUT', { ...own, shared: true });
        assert.equal(shared.status, 422);
        assert.ok(!(await seenBy(fixture, 'support', [own.name, own.q])).includes(own.id));
      }
    },
  },
];
