import { randomUUID } from 'node:crypto';
import type { FastifyInstance } from 'fastify';
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { accessTable } from '../../../src/bff/auth/access-table.ts';
import { auditFilePath } from '../../../src/contract/api/audit.ts';
import { accountPaths } from '../../../src/contract/api/own-account.ts';
import { passkeyPaths } from '../../../src/contract/api/passkeys.ts';
import { apiPaths } from '../../../src/contract/api/paths.ts';
import { isFor, type Role, roles } from '../../../src/contract/api/session.ts';
import { createBrowser } from '../../support/browser.ts';
import { startBff } from '../../support/start-bff.ts';
import { stores } from '../../support/stores.ts';

const unreadable = ['\u0000', '\u0001', '\u001b', '\u007f', '\u0085', '\u009f', '\ud800', '\udfff'];

describe.each(stores())('unreadable characters, on $name', ({ create }) => {
  let app: FastifyInstance;
  let browser: ReturnType<typeof createBrowser>;
  /** Of each role, signed in. */
  let people: Record<Role, typeof browser>;

  // What is refused changes nothing, so one server does for all of it.
  beforeAll(async () => {
    const store = await create();
    const bff = await startBff({ env: { DATABASE_URL: store.url } });
    app = bff.app;
    people = {
      ...{ sender: createBrowser(app), approver: createBrowser(app), support: createBrowser(app) },
      ...{ auditor: createBrowser(app), admin: createBrowser(app) },
    };
    for (const role of roles) await people[role].signIn(role);
    return async () => {
      await bff.close();
      await store.remove();
    };
  });
  beforeEach(() => {
    browser = createBrowser(app);
    // Some calls may be made a few times a minute.
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 61_000 });
  });
  afterAll(() => void vi.useRealTimers());

  test.each(unreadable)('%j is refused in every body that has a text', async (odd) => {
    const text = `a${odd}b`;
    const cases = [
      [null, 'POST', apiPaths.session, { email: `${text}@b.example`, password: 'x' }, 'email'],
      [null, 'POST', accountPaths.passwordLink, { email: `${text}@b.example` }, 'email'],
      [null, 'POST', accountPaths.acceptInvitation, { token: text, new_password: 'x' }, 'token'],
      ['sender', 'PUT', apiPaths.ownAccount, { name: text }, 'name'],
      ['sender', 'DELETE', accountPaths.sessions, { id: text }, 'id'],
      ['sender', 'DELETE', apiPaths.newsDevices, { endpoint: text }, 'endpoint'],
      ['sender', 'POST', apiPaths.accounts, { alias: text, category: 'wallet' }, 'alias'],
      ['sender', 'POST', apiPaths.accounts, { alias: 'a', [text]: 1 }, 'body'],
      ['sender', 'POST', apiPaths.transfers, { quote: { rate: [text] } }, 'quote'],
      ['sender', 'DELETE', passkeyPaths.own, { id: 'x', proof: { code: text } }, 'proof'],
      ['admin', 'POST', auditFilePath, { who: text }, 'who'],
      ['admin', 'POST', apiPaths.people, { email: 'a@b.example', name: text }, 'name'],
    ] as const;
    for (const [who, method, path, body, field] of cases) {
      const caller = who ? people[who] : browser;
      const { status, body: problem } = await caller.call(method, path, body);
      expect([path, status, Object.keys(problem.errors ?? {})]).toEqual([path, 422, [field]]);
    }
  });

  const inAddress = unreadable.filter((odd) => odd.isWellFormed()).map(encodeURIComponent);
  test.each(inAddress)('%s is refused in every path and query', async (odd) => {
    // Before the routes look at roles, records and fields, whatever they are.
    const patterns = accessTable.filter(
      ({ method, path, anySite, access }) =>
        path.startsWith('/api/') &&
        (anySite || access !== 'anyone') &&
        app.hasRoute({ method, url: path }),
    );
    expect(patterns.length).toBeGreaterThan(40);
    for (const { method, path, access, whereSendersApprove } of patterns) {
      const isOpen = access === 'anyone' || access === 'signed-in';
      const able = roles.find((one) => isOpen || isFor(access, one)) ?? 'sender';
      const role = whereSendersApprove ? 'approver' : able;
      const address = path.replace(/:\w+/, `a${odd}`);
      const url = address === path ? `${path}?q=a${odd}` : address;
      const answer = await people[role].call(method, url, method === 'GET' ? undefined : {});
      expect([method, url, answer.status]).toEqual([method, url, 400]);
    }
  });

  test('a link to unsubscribe with U+0000 is refused, signed out', async () => {
    const { status } = await browser.call('POST', apiPaths.unsubscribe('x%00'));
    expect(status).toBe(400);
  });

  test('tabs and line breaks of a text are let through', async () => {
    await browser.signIn('support');
    const { status, body } = await browser.call('POST', apiPaths.settle(randomUUID()), {
      outcome: 'not_sent',
      reason: 'asked Ana\r\n\tand the bank',
    });
    expect([status, body.errors]).toEqual([404, undefined]);
  });

  test('a password set with control characters before still signs in', async () => {
    const given = { email: 'sender@giro.example', password: 'a\u0000\ud800' };
    expect((await browser.call('POST', apiPaths.session, given)).status).toBe(401);
    await browser.signIn('sender');
    const change = { current_password: 'sandbox', new_password: 'a long password\u0000' };
    const { status, body } = await browser.call('PUT', accountPaths.password, change);
    expect([status, Object.keys(body.errors)]).toEqual([422, ['new_password']]);
  });
});
