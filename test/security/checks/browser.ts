import assert from 'node:assert/strict';
import { createServer } from 'node:http';
import type { Page } from 'playwright-core';
import { withPage } from '../chromium.ts';
import type { Actor, Check, Fixture } from '../fixture.ts';

const pages = ({ things }: Fixture): Record<'anonymous' | 'sender' | 'support', string[]> => ({
  anonymous: ['/sign-in'],
  sender: [
    '/',
    '/send',
    '/recipients',
    '/recipients/new',
    `/recipients/${things.account.mine}`,
    `/recipients/${things.account.mine}/edit`,
    '/transfers',
    `/transfers/${things.transfer.mine}`,
    `/sends/${things.send.mine}`,
    '/nothing-here',
  ],
  support: ['/support', '/transfers', `/sends/${things.send.mine}`],
});

/** Opens every page of an actor and returns the errors and CSP violations that the browser reports. */
async function openAll(fixture: Fixture, as: Actor, addresses: string[]): Promise<string[]> {
  const reported: string[] = [];
  await withPage(fixture, as, async (page) => {
    await page.addInitScript(() => {
      document.addEventListener('securitypolicyviolation', (event) => {
        // Thrown in a new task, so that the page itself can't catch it.
        setTimeout(() => {
          throw new Error(`policy: ${event.violatedDirective} ${event.blockedURI}`);
        });
      });
    });
    page.on('pageerror', (error) => reported.push(`${page.url()}: ${error.message}`));
    page.on('console', (message) => {
      const text = message.text();
      if (/policy|trusted/i.test(text)) reported.push(`${page.url()}: ${text}`);
    });
    for (const address of addresses) {
      await page.goto(fixture.url + address);
      await page.getByRole('heading', { level: 1 }).first().waitFor();
      // At most 800 ms: an event stream never lets the network become idle.
      await Promise.race([page.waitForLoadState('networkidle'), page.waitForTimeout(800)]);
    }
  });
  return reported;
}

/** Attacks from a page of another origin with the visitor's session. Returns the result of each. */
async function attack(page: Page, victim: string): Promise<Record<string, string>> {
  return page.evaluate(async (url) => {
    const attempt = async (work: () => Promise<string>) => {
      try {
        return await work();
      } catch (error) {
        return `stopped: ${error instanceof Error ? error.name : error}`;
      }
    };
    const json = JSON.stringify({ alias: 'Stolen', category: 'wallet', additional_data: '0x1' });
    const post = (mode: RequestMode, type: string) => async () => {
      const headers = { 'content-type': type };
      const init = { method: 'POST', mode, credentials: 'include', headers, body: json } as const;
      const answer = await fetch(`${url}/api/destination_accounts`, init);
      return `${answer.type} ${answer.status}`;
    };
    const read = async () => {
      const answer = await fetch(`${url}/api/session`, { credentials: 'include' });
      return answer.text();
    };
    const readBlind = async () => {
      const answer = await fetch(`${url}/api/session`, { mode: 'no-cors', credentials: 'include' });
      return `read: ${await answer.text()}`;
    };
    const remove = async () => {
      const init = { method: 'DELETE', credentials: 'include' } as const;
      return String((await fetch(`${url}/api/session`, init)).status);
    };
    const load = (tag: 'img' | 'script' | 'iframe', path: string) => () =>
      new Promise<string>((done) => {
        const element = document.createElement(tag);
        element.onload = () => {
          const inside = tag === 'iframe' && element instanceof HTMLIFrameElement;
          done(inside && element.contentDocument === null ? 'stopped: frame' : 'loaded');
        };
        element.onerror = () => done('stopped: error');
        element.src = url + path;
        document.body.append(element);
      });
    const form = () =>
      new Promise<string>((done) => {
        const frame = document.createElement('iframe');
        frame.name = 'target';
        const sent = document.createElement('form');
        Object.assign(sent, { method: 'POST', action: `${url}/api/destination_accounts` });
        sent.target = 'target';
        sent.enctype = 'text/plain';
        const field = document.createElement('input');
        Object.assign(field, { name: '{"alias":"', value: 'Stolen","category":"wallet"}' });
        sent.append(field);
        document.body.append(frame, sent);
        frame.onload = () => done('stopped: form');
        sent.submit();
      });
    return {
      'no-cors POST': await attempt(post('no-cors', 'text/plain')),
      'JSON POST': await attempt(post('cors', 'application/json')),
      'text POST': await attempt(post('cors', 'text/plain')),
      DELETE: await attempt(remove),
      'form POST': await attempt(form),
      read: await attempt(read),
      'blind read': await attempt(readBlind),
      script: await attempt(load('script', '/api/session')),
      image: await attempt(load('img', '/api/destination_accounts')),
      'public image': await attempt(load('img', '/favicon.svg')),
      frame: await attempt(load('iframe', '/recipients')),
    };
  }, victim);
}

/** Serves an empty attacker page on another port of this machine. */
async function withAttacker(host: string, work: (url: string) => Promise<void>) {
  const server = createServer((_request, response) => {
    response.writeHead(200, { 'content-type': 'text/html' }).end('<!doctype html><body>');
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  const address = server.address();
  try {
    await work(`http://${host}:${typeof address === 'object' ? address?.port : ''}/`);
  } finally {
    server.closeAllConnections();
    server.close();
  }
}

async function checkAttack(fixture: Fixture, host: string) {
  const before = fixture.sandbox.accounts.length;
  await withAttacker(host, (attacker) =>
    withPage(fixture, 'sender', async (page) => {
      await page.goto(attacker);
      const results = await attack(page, fixture.url);
      // An opaque answer can't be read by the page; the check below shows that nothing was created.
      const { 'no-cors POST': blind, 'blind read': unseen, ...others } = results;
      assert.match(blind ?? '', /^(opaque 0|stopped)/);
      assert.match(unseen ?? '', /^(read: $|stopped)/);
      for (const [what, result] of Object.entries(others)) assert.match(result, /^stopped/, what);
      const own = await page.context().request.get(`${fixture.url}/api/session`);
      assert.equal(own.status(), 200, 'the session still works');
    }),
  );
  assert.equal(fixture.sandbox.accounts.length, before, 'nothing was created');
}

export const browser: Check[] = [
  {
    name: 'Chromium: no page violates its CSP, including Trusted Types',
    async check(fixture) {
      for (const as of ['anonymous', 'sender', 'support'] as const) {
        assert.deepEqual(await openAll(fixture, as, pages(fixture)[as]), []);
      }
    },
  },
  {
    name: 'Chromium: a page on another port can not change, read, frame or embed anything',
    check: (fixture) => checkAttack(fixture, '127.0.0.1'),
  },
  {
    name: 'Chromium: a page of another site can not change, read, frame or embed anything',
    check: (fixture) => checkAttack(fixture, 'localhost'),
  },
];
