import { expect, onTestFinished } from 'vitest';
import { findUserByEmail } from '../../../src/bff/ledger/people/users.ts';
import { createBrowser } from '../../support/browser.ts';
import { addPerson } from '../../support/people.ts';
import { startBff } from '../../support/start-bff.ts';
import type { Store } from '../../support/stores.ts';

export const hour = 60 * 60_000;
/** ISO 8601. */
export const ago = (ms: number) => new Date(Date.now() - ms).toISOString();

const password = 'a password of one';
const diegos = { email: 'diego@example.com', name: 'Diego Rojas', role: 'support' } as const;

/** A Giro whose queue a spec fills, with two people of support. A case is late after 4 hours. */
export async function startQueue(create: Store['create']) {
  const store = await create();
  onTestFinished(() => store.remove());
  const bff = await startBff({ env: { DATABASE_URL: store.url, REVIEW_WITHIN_HOURS: '4' } });
  onTestFinished(() => bff.close());
  const browser = () => createBrowser(bff.app);
  const [support, sender, auditor, diego] = [browser(), browser(), browser(), browser()];
  await support.signIn('support');
  await sender.signIn('sender');
  await auditor.signIn('auditor');
  await addPerson(bff.db, { ...diegos, password });
  await diego.call('POST', '/api/session', { email: diegos.email, password });
  const idOf = async (email: string) => (await findUserByEmail(bff.db, email))?.id ?? '';
  const ids = { sue: await idOf('support@giro.example'), diego: await idOf(diegos.email) };
  const of = await idOf('sender@giro.example');
  let count = 0;

  /** Writes sends that need review, by default since an hour. @returns their keys */
  async function addSends(rows: object[]) {
    const added = rows.map((row) => {
      count += 1;
      return {
        ...{ key: crypto.randomUUID(), user_id: of, body_hash: `${count}`, guard_scope: of },
        ...{ destination_account_id: '7', source_amount_cents: `${count}` },
        ...{ source_amount_currency: 'USD', destination_amount_currency: 'COP' },
        ...{ known_transfer_ids: '[]', created_at: ago(9 * hour), updated_at: ago(hour) },
        ...{ state: 'unresolved' as const, ...row },
      };
    });
    await bff.db.insertInto('sends').values(added).execute();
    return added.map(({ key }) => key);
  }

  const addLookAlike = (send_key: string, transfer_id: string, seen_at: string) =>
    bff.db
      .insertInto('look_alikes')
      .values({
        ...{ send_key, transfer_id, seen_at, resolved_at: null, resolved_by: null },
        ...{ resolved_reason: null, resolved_outcome: null },
      })
      .execute();

  const read = async (order = '') => {
    const { status, body } = await support.call('GET', `/api/cases${order && `?order=${order}`}`);
    expect(status).toBe(200);
    return { ...body, keys: body.items.map(({ key }: { key: string }) => key) };
  };
  return { bff, support, sender, auditor, diego, ids, addSends, addLookAlike, read };
}
