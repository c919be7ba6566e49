import { describe, expect, test } from 'vitest';
import { maxSeveral } from '../../../src/contract/api/case-queue.ts';
import { stores } from '../../support/stores.ts';
import { startQueue } from './queue-fixture.ts';

type Result = { key: string; result: string };

describe.each(stores())('several cases at once on $name', ({ create }) => {
  async function start() {
    const fixture = await startQueue(create);
    const { support, bff } = fixture;
    const rowsOf = (keys: readonly string[], from: string | null = null) =>
      keys.map((key) => ({ key, from, note_id: crypto.randomUUID() }));
    const change = async (body: object, by = support) => {
      const answer = await by.call('POST', '/api/cases', body);
      const results: string[] = answer.body.results?.map(({ result }: Result) => result) ?? [];
      return { ...answer, results };
    };
    const holders = async () =>
      new Map(
        (await bff.db.selectFrom('case_assignments').selectAll().execute()).map((row) => [
          row.case_key,
          row.user_id,
        ]),
      );
    const audited = (action: string) =>
      bff.db
        .selectFrom('audit')
        .select(['subject', 'outcome', 'user_id'])
        .where('action', '=', action)
        .orderBy('number')
        .execute();
    return { ...fixture, rowsOf, change, holders, audited };
  }

  test('are taken, and each that somebody else has, or that has ended, is told', async () => {
    const { ids, diego, addSends, rowsOf, change, holders, audited } = await start();
    const [a = '', b = '', ended = ''] = await addSends([{}, {}, { state: 'not_sent' }]);
    await diego.call('PUT', `/api/sends/${b}/case/assignment`, { from: null });
    const none = crypto.randomUUID();
    const { results } = await change({ action: 'take', cases: rowsOf([a, b, ended, none]) });
    expect(results).toEqual(['done', 'case-changed', 'send-settled', 'not-found']);
    expect(await holders()).toEqual(
      new Map([
        [a, ids.sue],
        [b, ids.diego],
      ]),
    );
    expect(await audited('case-take')).toEqual([
      { subject: `send ${b}`, outcome: 'done', user_id: ids.diego },
      { subject: `send ${a}`, outcome: 'done', user_id: ids.sue },
      { subject: `send ${b}`, outcome: 'case-changed', user_id: ids.sue },
      { subject: `send ${ended}`, outcome: 'send-settled', user_id: ids.sue },
      { subject: `send ${none}`, outcome: 'not-found', user_id: ids.sue },
    ]);
    // As the page showed them: taken over, with from whom in the history.
    await change({ action: 'take', cases: rowsOf([b], ids.diego) });
    expect((await audited('case-take')).at(-1)?.outcome).toBe(`from ${ids.diego}`);
  });

  test('are each taken by one of two who take them at the same moment', async () => {
    const { ids, diego, addSends, rowsOf, change, holders } = await start();
    const keys = await addSends(Array.from({ length: 8 }, () => ({})));
    const [mine, theirs] = await Promise.all([
      change({ action: 'take', cases: rowsOf(keys) }),
      change({ action: 'take', cases: rowsOf(keys.toReversed()) }, diego),
    ]);
    const held = await holders();
    for (const [place, key] of keys.entries()) {
      const [sue, other] = [mine.results[place], theirs.results[keys.length - 1 - place]];
      expect([sue, other].toSorted()).toEqual(['case-changed', 'done']);
      expect(held.get(key)).toBe(sue === 'done' ? ids.sue : ids.diego);
    }
  });

  test('are handed over to a colleague, who reads it in the history', async () => {
    const { ids, support, diego, addSends, rowsOf, change, holders, audited } = await start();
    const keys = await addSends([{}, {}]);
    const handOver = (to: string) => change({ action: 'hand-over', to, cases: rowsOf(keys) });
    const { body } = await support.call('GET', '/api/cases');
    expect(body.colleagues).toEqual([
      { id: ids.diego, name: 'Diego Rojas' },
      { id: ids.sue, name: 'Sue Support' },
    ]);
    expect((await handOver(ids.diego)).results).toEqual(['done', 'done']);
    expect([...(await holders()).values()]).toEqual([ids.diego, ids.diego]);
    const outcome = `to ${ids.diego}`;
    expect((await audited('case-hand-over')).map((one) => one.outcome)).toEqual([outcome, outcome]);
    const { body: shown } = await diego.call('GET', `/api/sends/${keys[0]}/case`);
    expect(shown.history[0]).toMatchObject({
      ...{ action: 'case-hand-over', who: { name: 'Sue Support' }, to: { name: 'Diego Rojas' } },
    });
  });

  test('are handed over to nobody who is not of support, or can’t sign in', async () => {
    const { bff, ids, addSends, rowsOf, change, holders } = await start();
    const keys = await addSends([{}]);
    const sender = await bff.db
      .selectFrom('users')
      .select('id')
      .where('role', '=', 'sender')
      .executeTakeFirstOrThrow();
    await bff.db
      .updateTable('users')
      .set({ disabled_at: new Date().toISOString() })
      .where('id', '=', ids.diego)
      .execute();
    for (const to of [sender.id, ids.diego, crypto.randomUUID()]) {
      const { status, body } = await change({ action: 'hand-over', to, cases: rowsOf(keys) });
      expect([status, Object.keys(body.errors)]).toEqual([422, ['to']]);
    }
    expect(await holders()).toEqual(new Map());
  });

  test('get a note each, once, whose text is in no audit', async () => {
    const { bff, addSends, rowsOf, change } = await start();
    const keys = await addSends([{}, {}]);
    const asked = { action: 'note', text: 'The bank is closed today', cases: rowsOf(keys) };
    expect((await change(asked)).results).toEqual(['done', 'done']);
    // Repeated after a lost answer.
    expect((await change(asked)).results).toEqual(['done', 'done']);
    const notes = await bff.db.selectFrom('case_notes').select(['case_key', 'text']).execute();
    expect(notes.map(({ case_key }) => case_key).toSorted()).toEqual(keys.toSorted());
    expect(JSON.stringify(await bff.db.selectFrom('audit').selectAll().execute())).not.toContain(
      'The bank',
    );
    expect((await change({ ...asked, text: ' \u200b ' })).status).toBe(422);
  });

  test('are at most 50 in a request, and for support alone', async () => {
    const { sender, auditor, addSends, rowsOf, change, holders } = await start();
    const keys = await addSends(Array.from({ length: maxSeveral + 1 }, () => ({})));
    const take = (of: readonly string[], by?: typeof sender) =>
      change({ action: 'take', cases: rowsOf(of) }, by);
    expect((await take(keys)).status).toBe(422);
    expect((await take([])).status).toBe(422);
    expect((await take(keys.slice(1), sender)).status).toBe(403);
    expect((await take(keys.slice(1), auditor)).status).toBe(403);
    expect(await holders()).toEqual(new Map());
    expect((await take(keys.slice(1))).results).toEqual(keys.slice(1).map(() => 'done'));
  });
});
