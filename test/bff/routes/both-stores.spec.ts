import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { ledgerFailures } from '../../../src/bff/ledger/store/ledger.ts';
import { createBrowser } from '../../support/browser.ts';
import { addPerson } from '../../support/people.ts';
import { addRecipient } from '../../support/recipients.ts';
import { type Bff, startBff } from '../../support/start-bff.ts';
import { type Store, stores } from '../../support/stores.ts';

type Who = 'nobody' | 'sender' | 'support' | 'admin';

describe.each(stores())('on $name', ({ create }) => {
  let store: Awaited<ReturnType<Store['create']>>;
  let bff: Bff;
  let browsers: Record<Who, ReturnType<typeof createBrowser>>;

  beforeAll(async () => {
    store = await create();
    bff = await startBff({ sandbox: { transfers: 40 }, env: { DATABASE_URL: store.url } });
    const browser = () => createBrowser(bff.app);
    browsers = { nobody: browser(), sender: browser(), support: browser(), admin: browser() };
    for (const role of ['sender', 'support', 'admin'] as const) await browsers[role].signIn(role);
  });
  afterAll(async () => {
    await bff.close();
    await store.remove();
  });

  test.each(['zzzz', '77777777777', 'nobody at all'])(
    'a search without a transfer, %s, is answered',
    async (q) => {
      const path = `/api/support/search?q=${encodeURIComponent(q)}`;
      const { status, body } = await browsers.support.call('GET', path);
      expect(status).toBe(200);
      expect(body.transfers).toMatchObject({ items: [], total: 0 });
    },
  );

  test('a recipient without transfers is found', async () => {
    const added = await addRecipient(browsers.sender, { first_name: 'Quetzal' });
    const { status, body } = await browsers.support.call('GET', '/api/support/search?q=quetzal');
    expect(status).toBe(200);
    expect(body.recipients.items).toMatchObject([{ id: added.id, transfers: 0 }]);
    expect(body.transfers.items).toEqual([]);
  });

  test('near names are of those whom the person who searches may see', async () => {
    await addRecipient(browsers.sender, { alias: 'Ximenaluz', first_name: 'Ximenaluz' });
    const ana = {
      email: 'ana@example.com',
      password: 'a password of one',
      role: 'sender',
    } as const;
    await addPerson(bff.db, { ...ana, name: 'Ana' });
    const other = createBrowser(bff.app);
    await other.call('POST', '/api/session', ana);
    const near = [{ typed: 'ximenalus', names: ['Ximenaluz'] }];
    const own = await browsers.sender.call('GET', '/api/transfers?q=ximenalus');
    expect(own.body.nearest).toEqual(near);
    const theirs = await other.call('GET', '/api/transfers?q=ximenalus');
    expect(theirs.status).toBe(200);
    expect(theirs.body.nearest).toBeUndefined();
    const all = await browsers.support.call('GET', '/api/support/search?q=ximenalus');
    expect(all.body.nearest).toEqual(near);
  });

  describe('text or a number that a store can’t hold is refused, and no failure of the store', () => {
    const zero = 'a\u0000b';
    const huge = '9'.repeat(30);
    const email = `${zero}@example.com`;
    const password = 'a password of one';
    test.each<[Who, string, string, object?]>([
      ['nobody', 'POST', '/api/session', { email, password: 'x' }],
      ['nobody', 'POST', '/api/session/password-reset', { token: zero, new_password: password }],
      ['nobody', 'POST', '/api/session/invitation', { token: zero, new_password: password }],
      ['nobody', 'GET', '/api/news/unsubscribe/a%00b'],
      ['nobody', 'POST', '/api/news/unsubscribe/a%00b', {}],
      ['admin', 'GET', '/api/audit?action=a%00b'],
      ['admin', 'GET', '/api/audit?subject=a%00b'],
      ['admin', 'GET', '/api/audit?who=a%00b'],
      ['admin', 'GET', `/api/audit?cursor=${huge}`],
      ['admin', 'POST', '/api/audit.csv', { subject: zero }],
      ['admin', 'POST', '/api/people', { email, name: 'Ivo', role: 'sender' }],
      ['admin', 'POST', '/api/people', { email: 'ivo@example.com', name: zero, role: 'sender' }],
      ['admin', 'GET', '/api/people?q=a%00b'],
      ['sender', 'DELETE', '/api/news/devices', { endpoint: zero }],
      ['sender', 'DELETE', '/api/sessions', { id: zero }],
      ['sender', 'PUT', '/api/session/account', { name: zero }],
      ['sender', 'PUT', '/api/news/settings', { time_zone: zero }],
      ['sender', 'POST', '/api/destination_accounts', { category: 'wallet', alias: zero }],
      ['sender', 'GET', '/api/transfers?q=a%00b'],
      ['sender', 'GET', '/api/transfers?state=a%00b'],
      ['sender', 'GET', '/api/transfers?currency=a%00b&sort=amount'],
      ['sender', 'GET', '/api/rates?source_currency=a%00b&destination_currency=COP&country_id=1'],
      ['support', 'GET', '/api/support/search?q=a%00b'],
      ['support', 'GET', `/api/support/search?q=a&transfers_cursor=1-${huge}`],
      ['support', 'GET', '/api/sends?state=unconfirmed&cursor=a%00b'],
    ])('%s %s %s %o', async (who, method, path, body) => {
      const headers = { 'content-type': 'application/json' };
      const sent = body ? { headers, body: JSON.stringify(body) } : {};
      const answer = await browsers[who].fetch(path, { method, ...sent });
      expect(answer.status, await answer.text()).toBeLessThan(500);
      expect(ledgerFailures(bff.db)).toBe(0);
    });

    test('and it still answers', async () => {
      expect(await browsers.nobody.call('GET', '/readyz')).toMatchObject({ status: 200 });
    });
  });
});
