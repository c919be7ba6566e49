import { createHash } from 'node:crypto';
import { beforeEach, describe, expect, test } from 'vitest';
import { checkPassword } from '../../../src/bff/auth/passwords.ts';
import { runCommand } from '../../../src/bff/cli/cli.ts';
import { readAudit } from '../../../src/bff/ledger/people/audit.ts';
import { addUser, changeUser, findUserByEmail } from '../../../src/bff/ledger/people/users.ts';
import type { LedgerDb } from '../../../src/bff/ledger/store/schema.ts';
import { silentLog } from '../../../src/bff/service/log.ts';
import { sandboxMails } from '../../../src/contract/api/news.ts';
import { accountPaths } from '../../../src/contract/api/own-account.ts';
import { apiPaths } from '../../../src/contract/api/paths.ts';
import { createBrowser } from '../../support/browser.ts';
import { openStream } from '../../support/event-stream.ts';
import { openStore } from '../../support/open-store.ts';
import { addPerson } from '../../support/people.ts';
import { stores } from '../../support/stores.ts';
import { startInstance } from './start-instance.ts';

const minute = 60_000;
const ana = { email: 'ana@example.com', password: 'an old password' };
const next = 'a new password';
// The sandbox's mail: kept, and shown to support.
const support = { email: 'help@example.com', password: 'of the support', role: 'support' } as const;

describe.each(stores())('a forgotten password, on $name', ({ create }) => {
  let url: string;
  let db: LedgerDb;
  /** Support at each instance: any of them may send a mail, and keeps it then. */
  let desks: ReturnType<typeof createBrowser>[];

  beforeEach(async () => {
    desks = [];
    const store = await openStore(create);
    url = store.url;
    db = await store.open();
    await addPerson(db, ana);
    await addPerson(db, support);
  });

  async function instance(env: Record<string, string> = {}) {
    const app = await startInstance(url, { env: { GIRO_SECRET: 'x'.repeat(32), ...env } });
    await app.ready();
    const desk = createBrowser(app);
    await desk.call('POST', apiPaths.session, support);
    desks.push(desk);
    const browser = createBrowser(app);
    const ask = (email: string) => browser.call('POST', accountPaths.passwordLink, { email });
    const use = (token: string, new_password = next) =>
      createBrowser(app).call('POST', accountPaths.passwordReset, { token, new_password });
    const signIn = (password: string) =>
      createBrowser(app).call('POST', apiPaths.session, { ...ana, password });
    /** Asks for a link and reads it in the mail. */
    async function link(): Promise<string> {
      const before = new Set(await tokens());
      expect((await ask(ana.email)).status).toBe(204);
      const added = async () => (await tokens()).find((token) => !before.has(token));
      await expect.poll(added).toBeDefined();
      return (await added()) ?? '';
    }
    return { app, ask, use, signIn, link };
  }

  /** The mails of all instances. */
  async function mails() {
    const lists = await Promise.all(
      desks.map(async (desk) => (await desk.call('GET', apiPaths.sandboxMail)).body),
    );
    return lists.flatMap((list) => sandboxMails.parse(list).mails);
  }
  const tokens = async () =>
    (await mails()).flatMap(({ text }) => /\/new-password#([\w-]+)/.exec(text)?.[1] ?? []);

  const audited = async () =>
    (await readAudit(db, { limit: 100 }))
      .filter(({ action }) => action.startsWith('password'))
      .map(({ action, email, outcome }) => `${action} ${email} ${outcome}`);
  const asked = (count: number) =>
    expect
      .poll(async () => (await audited()).filter((line) => /-link /.test(line)).length)
      .toBe(count);

  test('a link sets a new password once, and signs nobody in', async () => {
    const { app, link, use, signIn } = await instance();
    const before = createBrowser(app);
    await before.call('POST', apiPaths.session, ana);
    const token = await link();
    expect(Buffer.from(token, 'base64url')).toHaveLength(32);
    const used = await use(token);
    expect([used.status, used.headers.get('set-cookie')]).toEqual([204, null]);
    expect((await before.call('GET', apiPaths.session)).status).toBe(401);
    expect((await signIn(ana.password)).status).toBe(401);
    expect((await signIn(next)).status).toBe(200);
    const replayed = await use(token, 'another password');
    expect([replayed.status, replayed.body.type]).toEqual([404, '/problems/not-found']);
    expect((await signIn(next)).status).toBe(200);
    await expect
      .poll(async () => (await mails()).map(({ subject }) => subject))
      .toContain('Your password was changed');
    expect(await audited()).toEqual([
      `password-link ${ana.email} done`,
      `password-reset ${ana.email} done`,
      'password-reset null not-found',
    ]);
  });

  test('a stop waits until a link that was answered for is kept', async () => {
    const { app, ask } = await instance();
    expect((await ask(ana.email)).status).toBe(204);
    await app.close();
    expect(await audited()).toEqual([`password-link ${ana.email} done`]);
    expect(await db.selectFrom('password_links').selectAll().execute()).toHaveLength(1);
  });

  test('the ledger holds the hash of the token, and the mail has it in the fragment', async () => {
    const { link } = await instance();
    const token = await link();
    const [mail] = await mails();
    expect(mail).toMatchObject({ to: ana.email, subject: 'Set a new password' });
    expect(mail?.text).toMatch(/^Set a new password: http:\/\/[^/#]+\/new-password#[\w-]{43}$/m);
    expect(await db.selectFrom('password_links').select('token_hash').execute()).toEqual([
      { token_hash: createHash('sha256').update(token).digest('base64url') },
    ]);
    const tables = ['news', 'deliveries', 'audit', 'password_links', 'rate_limits'] as const;
    for (const table of tables) {
      const rows = await db.selectFrom(table).selectAll().execute();
      expect(JSON.stringify(rows)).not.toContain(token);
    }
  });

  test('unknown, disabled and OpenID people are answered alike, and get no link', async () => {
    const { ask } = await instance();
    await addPerson(db, { email: 'gone@example.com', password: 'of a person gone' });
    await changeUser(db, 'gone@example.com', { disabled_at: '2026-01-01T00:00:00.000Z' });
    const oli = { email: 'oli@example.com', name: 'Oli', role: 'sender' } as const;
    await addUser(db, { ...oli, password_hash: null }, '2026-01-01T00:00:00.000Z');
    const told = async (email: string) => {
      const answers = [];
      for (let count = 0; count < 4; count += 1) {
        const { status, body, headers } = await ask(email);
        const { date: _date, 'x-request-id': _id, ...rest } = Object.fromEntries(headers);
        const plain = Object.entries(rest).filter(([name]) => !name.startsWith('x-ratelimit'));
        answers.push([status, body && { ...body, request_id: '' }, plain]);
      }
      return answers;
    };
    const known = await told(` ${ana.email.toUpperCase()} `);
    expect(known.map(([status]) => status)).toEqual([204, 204, 204, 429]);
    for (const email of ['nobody@example.com', 'gone@example.com', oli.email]) {
      expect(await told(email)).toEqual(known);
    }
    await asked(12);
    await expect.poll(async () => (await tokens()).length).toBe(3);
    expect(await db.selectFrom('password_links').select('user_id').execute()).toHaveLength(3);
    const kept = JSON.stringify(await db.selectFrom('rate_limits').selectAll().execute());
    expect(kept).not.toMatch(/example\.com|127\.0\.0\.1/);
  });

  test('asking is limited for each email and network address, over all instances', async () => {
    const [one, two] = [await instance(), await instance()];
    for (const { ask } of [one, two, one]) expect((await ask(ana.email)).status).toBe(204);
    const refused = await two.ask(ana.email);
    expect([refused.status, refused.headers.get('retry-after')]).toEqual([429, '300']);
    const statuses: number[] = [];
    for (let count = 0; count < 18; count += 1) {
      statuses.push((await (count % 2 ? one : two).ask(`n${count}@example.com`)).status);
    }
    // The 21st from one address: three were of ana, and her fourth counted too.
    expect(statuses).toEqual([...Array.from({ length: 16 }, () => 204), 429, 429]);
    await asked(19);
  });

  test('of two uses at once, at two instances, one wins', async () => {
    const [one, two] = [await instance(), await instance()];
    const token = await one.link();
    const answers = await Promise.all([one.use(token, `${next} 0`), two.use(token, `${next} 1`)]);
    expect(answers.map(({ status }) => status).sort()).toEqual([204, 404]);
    const won = answers.findIndex(({ status }) => status === 204);
    const user = await findUserByEmail(db, ana.email);
    expect(await checkPassword(`${next} ${won}`, user?.password_hash ?? null)).toBe(true);
  });

  test('of two links at once one wins, and the other works no more', async () => {
    const { link, use } = await instance();
    const [first, second] = [await link(), await link()];
    const answers = await Promise.all([use(first, `${next} 0`), use(second, `${next} 1`)]);
    expect(answers.map(({ status }) => status).sort()).toEqual([204, 404]);
    expect(await db.selectFrom('password_links').selectAll().execute()).toEqual([]);
  });

  test('a link works for 20 minutes', async () => {
    const { link, use } = await instance();
    const [early, late] = [await link(), await link()];
    const links = await db.selectFrom('password_links').select('token_hash').execute();
    const age = (token: string, ms: number) =>
      db
        .updateTable('password_links')
        .set({ created_at: new Date(Date.now() - ms).toISOString() })
        .where('token_hash', '=', createHash('sha256').update(token).digest('base64url'))
        .execute();
    expect(links).toHaveLength(2);
    await age(early, 21 * minute);
    await age(late, 19 * minute);
    expect((await use(early)).status).toBe(404);
    expect((await use(late)).status).toBe(204);
  });

  test('a made-up token is no link, and a wrong new password uses up none', async () => {
    const { link, use } = await instance();
    const token = await link();
    for (const other of ['made up', '', 'x'.repeat(43)]) {
      expect((await use(other)).status).toBe(404);
    }
    const refused = await use(token, 'eleven char');
    expect([refused.status, Object.keys(refused.body.errors)]).toEqual([422, ['new_password']]);
    expect((await use(token)).status).toBe(204);
  });

  test('a link does not work after the password was changed, or the person disabled', async () => {
    const { app, link, use } = await instance();
    const giro = (line: string) =>
      runCommand(line.split(' '), {
        env: { DATABASE_URL: url },
        say() {},
        readStdin: async () => 'a password by command',
        now: () => Date.now(),
        log: silentLog,
      });
    const first = await link();
    const browser = createBrowser(app);
    await browser.call('POST', apiPaths.session, ana);
    const body = { current_password: ana.password, new_password: 'a password by its owner' };
    expect((await browser.call('PUT', accountPaths.password, body)).status).toBe(200);
    expect((await use(first)).status).toBe(404);
    const second = await link();
    expect(await giro(`user password ${ana.email} --password-stdin`)).toBe(0);
    expect((await use(second)).status).toBe(404);
    const third = await link();
    expect(await giro(`user disable ${ana.email}`)).toBe(0);
    expect((await use(third)).status).toBe(404);
  });

  test('open streams end, and a blocked sign-in is free again', async () => {
    const { app, link, use, signIn } = await instance();
    const address = await app.listen({ host: '127.0.0.1', port: 0 });
    const browser = createBrowser(app);
    await browser.call('POST', apiPaths.session, ana);
    const stream = await openStream(address, browser.cookies.get('giro') ?? '');
    const token = await link();
    for (let count = 0; count < 5; count += 1) await signIn('wrong');
    expect((await signIn(ana.password)).status).toBe(429);
    expect((await use(token)).status).toBe(204);
    await stream.ended;
    expect((await signIn(next)).status).toBe(200);
  });

  test('without mail there is no link', async () => {
    const service = {
      REMITTANCE_BASE_URL: 'https://service.example',
      REMITTANCE_CLIENT_ID: 'client',
      REMITTANCE_CLIENT_SECRET: 'secret',
    };
    const { app, ask, use } = await instance(service);
    expect((await ask(ana.email)).status).toBe(404);
    expect((await use('made up')).status).toBe(404);
    const settings = await createBrowser(app).call('GET', apiPaths.settings);
    expect(settings.body.mail).toBe(false);
  });
});
