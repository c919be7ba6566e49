import { describe, expect, test } from 'vitest';
import { stores } from '../../support/stores.ts';
import { ago, hour, startQueue } from './queue-fixture.ts';

describe.each(stores())('a case that waits on $name', ({ create }) => {
  async function start() {
    const fixture = await startQueue(create);
    const { support, bff, addSends, addLookAlike, read } = fixture;
    const [key = '', other = ''] = await addSends([
      { updated_at: ago(9 * hour) },
      { updated_at: ago(8 * hour) },
    ]);
    const wait = (hours: unknown, by = support, of = key) =>
      by.call('PUT', `/api/sends/${of}/case/wait`, { hours });
    const note = (by: typeof support) =>
      by.call('POST', `/api/sends/${key}/case/notes`, { id: crypto.randomUUID(), text: 'Hm' });
    const waits = async () => {
      const { body } = await support.call('GET', `/api/sends/${key}/case`);
      const { items, waiting } = await read();
      const inQueue = items.find((one: { key: string }) => one.key === key)?.waits;
      // The case and the queue say the same.
      expect(inQueue?.until).toEqual(body.waits?.until);
      expect(waiting).toBe(body.waits ? 1 : 0);
      return body.waits;
    };
    const change = (values: object) =>
      bff.db.updateTable('case_waits').set(values).where('case_key', '=', key).execute();
    return { ...fixture, key, other, wait, note, waits, change, addLookAlike };
  }

  test('comes after the others, is not late, and is taken up again by one press', async () => {
    const { support, key, other, ids, wait, waits, read } = await start();
    expect(await read()).toMatchObject({ keys: [key, other], late: 2, waiting: 0 });
    const { status, body } = await wait(24);
    expect(status).toBe(200);
    expect(body.waits).toMatchObject({ by: { id: ids.sue, name: 'Sue Support' } });
    const left = Date.parse(body.waits.until) - Date.now();
    expect(left).toBeGreaterThan(23 * hour);
    expect(left).toBeLessThanOrEqual(24 * hour);
    expect(await read()).toMatchObject({ keys: [other, key], late: 1, waiting: 1, total: 2 });
    await support.call('DELETE', `/api/sends/${key}/case/wait`);
    expect(await waits()).toBeNull();
    const { body: after } = await support.call('GET', `/api/sends/${key}/case`);
    expect(after.history).toMatchObject([
      { action: 'case-resume' },
      { action: 'case-wait', outcome: `until ${body.waits.until}` },
    ]);
  });

  test('returns when its time has come', async () => {
    const { wait, waits, change } = await start();
    await wait(1);
    expect(await waits()).not.toBeNull();
    await change({ until: ago(1) });
    expect(await waits()).toBeNull();
  });

  test('returns when somebody else adds a note, not by one’s own', async () => {
    const { support, diego, wait, note, waits } = await start();
    await note(diego);
    await wait(null);
    expect(await waits()).toMatchObject({ until: null });
    await note(support);
    expect(await waits()).toMatchObject({ until: null });
    await note(diego);
    expect(await waits()).toBeNull();
  });

  test('returns when a transfer like it turns up', async () => {
    const { key, wait, waits, addLookAlike } = await start();
    await wait(null);
    await addLookAlike(key, '9001', ago(0));
    expect(await waits()).toBeNull();
  });

  test('returns when its send changes', async () => {
    const { bff, key, other, wait, read, addLookAlike } = await start();
    await addLookAlike(key, '9001', ago(9 * hour));
    await wait(null);
    expect((await read()).keys).toEqual([other, key]);
    const sent = { state: 'sent' as const, transfer_id: '9002' };
    await bff.db.updateTable('sends').set(sent).where('key', '=', key).execute();
    expect((await read()).keys).toEqual([key, other]);
  });

  test('is for support alone, with something to decide, for at most 30 days', async () => {
    const { sender, auditor, bff, other, key, wait, waits } = await start();
    expect((await wait(1, sender)).status).toBe(403);
    expect((await wait(1, auditor)).status).toBe(403);
    for (const hours of [0, 721, 1.5, 'x']) expect((await wait(hours)).status).toBe(422);
    await bff.db.updateTable('sends').set({ state: 'not_sent' }).where('key', '=', other).execute();
    expect((await wait(1, undefined, other)).body.type).toBe('/problems/send-settled');
    expect(await waits()).toBeNull();
    await wait(1);
    const { body } = await sender.call('GET', `/api/sends/${key}`);
    expect(JSON.stringify(body)).not.toContain('wait');
  });
});
