import { beforeEach, describe, expect, test } from 'vitest';
import { findSend, moveSend } from '../../../src/bff/ledger/sends/sends.ts';
import type { LedgerDb } from '../../../src/bff/ledger/store/schema.ts';
import { ProblemError } from '../../../src/bff/lib/problem.ts';
import { type SendDeps, sendOnce } from '../../../src/bff/sends/send-once.ts';
import type { TransferRequest } from '../../../src/contract/api/transfer.ts';
import type { Transfer } from '../../../src/contract/transfer.ts';
import { openStore } from '../../support/open-store.ts';
import { addPerson } from '../../support/people.ts';
import { stores } from '../../support/stores.ts';
import { began, bodies, noAnswer, sendDepsOf, shown, transferOf } from './send-fixtures.ts';

const [body] = bodies;

describe.each(stores())('SENDERS_SEE=all, on $name', ({ name, create }) => {
  let instances: LedgerDb[];
  let people: string[];
  let time: number;
  let transfers: Transfer[];
  let reads: number;

  beforeEach(async () => {
    const { open } = await openStore(create);
    const db = await open();
    // SQLite has one connection in a process.
    instances = name === 'PostgreSQL' ? [db, await open()] : [db];
    [time, transfers, people, reads] = [began, [], [], 0];
    for (const person of ['ana', 'ben', 'eva']) {
      people.push((await addPerson(db, { email: `${person}@giro.example`, name: person })).id);
    }
  });

  const answered = async () => {
    const transfer = transferOf(body, transfers.length);
    transfers.push(transfer);
    return transfer;
  };

  type Call = {
    person?: number;
    instance?: number;
    createTransfer?: SendDeps['client']['createTransfer'];
    fields?: Partial<TransferRequest>;
    sendersSee?: 'own' | 'all';
    listed?: Promise<void>;
  };
  function send(key: string, call: Call = {}) {
    const { person = 0, instance = 0, createTransfer = answered, sendersSee = 'all' } = call;
    const db = instances[instance % instances.length];
    if (!db) throw new Error('no instance');
    const deps = sendDepsOf(db, () => time, {
      ...{ client: { createTransfer }, sendersSee },
      tracking: {
        async list() {
          reads += 1;
          await call.listed;
          return { value: [...transfers], readAt: time, odd: [] };
        },
        drop() {},
      },
    });
    return sendOnce(deps, people[person] ?? '', key, { ...shown(body), ...call.fields });
  }
  const refused = (problem: string, send_key: string) => ({ problem, details: { send_key } });

  test("rejects a send identical to a colleague's open one", async () => {
    await send('a', { createTransfer: noAnswer });
    const other = send('b', { person: 1 });
    await expect(other).rejects.toMatchObject(refused('identical-send-open', 'a'));
    // With SENDERS_SEE=own only the person's own sends count.
    await expect(send('b', { person: 1, sendersSee: 'own' })).resolves.toBeDefined();
  });

  test("rejects a repeat of a colleague's send for 10 minutes unless it is named", async () => {
    await send('a');
    time += 10 * 60_000;
    await expect(send('b', { person: 1 })).rejects.toMatchObject(refused('sent-before', 'a'));
    await send('b', { person: 1, fields: { after_sent: 'a' } });
    await expect(send('c', { fields: { after_sent: 'a' } })).rejects.toMatchObject(
      refused('sent-before', 'b'),
    );
    expect(transfers).toHaveLength(2);
    time += 10 * 60_000 + 1;
    await send('c', { person: 2 });
    expect(transfers).toHaveLength(3);
  });

  test("sends after a colleague's unresolved send only by naming it, and never once it is sent", async () => {
    await send('a', { createTransfer: noAnswer });
    const db = instances[0];
    if (!db) throw new Error('no store');
    const at = () => new Date(time).toISOString();
    await moveSend(db, 'a', 'gave-up', { reason: 'none-found' }, at());
    const unnamed = send('b', { person: 1 });
    await expect(unnamed).rejects.toMatchObject(refused('identical-send-open', 'a'));
    await send('b', { person: 1, fields: { after_unresolved: 'a' } });
    await moveSend(db, 'a', 'resolved-sent', { transfer_id: '77' }, at());
    time += 11 * 60_000;
    const late = send('c', { person: 2, fields: { after_unresolved: 'a', after_sent: 'b' } });
    await expect(late).rejects.toMatchObject(refused('send-settled', 'a'));
  });

  test('rejects a send identical to one that was open before the setting changed', async () => {
    await send('a', { sendersSee: 'own', createTransfer: noAnswer });
    const other = send('b', { person: 1 });
    await expect(other).rejects.toMatchObject(refused('identical-send-open', 'a'));
  });

  test('rejects a send identical to one begun at an instance with SENDERS_SEE=own', async () => {
    const listed = Promise.withResolvers<void>();
    const late = send('b', { person: 1, listed: listed.promise });
    await expect.poll(() => reads).toBe(1);
    await send('a', { sendersSee: 'own', createTransfer: noAnswer });
    listed.resolve();
    await expect(late).rejects.toMatchObject(refused('identical-send-open', 'a'));
    expect(transfers).toHaveLength(0);
  });

  test('posts identical concurrent sends of a team once, at any instance', async () => {
    for (let round = 1; round <= 10; round += 1) {
      const fields = { source_amount_cents: BigInt(round) };
      const createTransfer: Call['createTransfer'] = async (request) => {
        const transfer = { ...transferOf(request, transfers.length) };
        transfers.push(transfer);
        return transfer;
      };
      const ends = await Promise.all(
        Array.from({ length: 9 }, (_, index) =>
          send(`${round} ${index}`, {
            person: index % 3,
            instance: index,
            createTransfer,
            fields,
          }).then(
            () => 'sent',
            (error: unknown) => (error instanceof ProblemError ? error.problem : error),
          ),
        ),
      );
      expect(ends.filter((end) => end === 'sent')).toHaveLength(1);
      expect(ends).toEqual(
        ends.map(() => expect.stringMatching(/^(sent|sent-before|identical-send-open)$/)),
      );
      expect(transfers).toHaveLength(round);
    }
  });

  test('counts turns over the whole team', async () => {
    await send('a');
    await send('b', { person: 1, fields: { after_sent: 'a' } });
    const [db] = instances;
    expect(db && (await findSend(db, 'b'))?.turn).toBe(2);
  });
});
