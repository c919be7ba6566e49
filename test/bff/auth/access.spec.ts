import { Socket } from 'node:net';
import fastifyCookie from '@fastify/cookie';
import Fastify from 'fastify';
import { expect, onTestFinished, test } from 'vitest';
import { guardRequests, personOf, readingSessionOnce } from '../../../src/bff/auth/access.ts';
import { callWithin } from '../../../src/bff/auth/inner-call.ts';
import { createSessions } from '../../../src/bff/auth/sessions.ts';
import { readConfig } from '../../../src/bff/config/config.ts';
import { addUser } from '../../../src/bff/ledger/people/users.ts';
import { apiPaths } from '../../../src/contract/api/paths.ts';
import { openTestLedger } from '../../support/stores.ts';

test('reads a session once for calls of one moment, and again for the next', async () => {
  const db = await openTestLedger();
  onTestFinished(() => db.destroy());
  const now = new Date().toISOString();
  const sessions = createSessions(db, Date.now, { idle: 60_000, max: 60_000 });
  async function signedIn(name: string) {
    const email = `${name}@giro.example`;
    const user = await addUser(db, { email, name, role: 'sender', password_hash: null }, now);
    if (!user) throw new Error('no user');
    return sessions.open(user);
  }
  const read: string[] = [];
  const app = Fastify();
  await app.register(fastifyCookie);
  const counted = {
    ...sessions,
    person(id: string) {
      read.push(id);
      return sessions.person(id);
    },
  };
  guardRequests(app, counted, readConfig({}));
  app.get(apiPaths.session, async (request) => personOf(request).name);
  const [ana, ben] = [await signedIn('ana'), await signedIn('ben')];
  await app.ready();
  const asked = (id: string) => ({ url: apiPaths.session, headers: { cookie: `giro=${id}` } });
  const nameOf = async (id: string) =>
    (await callWithin(app, { socket: new Socket() }, asked(id))).text;

  const names = await readingSessionOnce(() => Promise.all([ana, ben, ana].map(nameOf)));
  expect(names).toEqual(['ana', 'ben', 'ana']);
  expect(read.toSorted()).toEqual([ana, ben].toSorted());

  await sessions.close(ana);
  expect(await readingSessionOnce(() => nameOf(ana))).toContain('Not signed in');
  expect(await nameOf(ben)).toBe('ben');
  expect(read).toHaveLength(4);
  // What comes over a connection reads its own, even if it is accepted in the course of a page.
  const outer = async () => (await app.inject(asked(ben))).body;
  await readingSessionOnce(() => Promise.all([outer(), outer()]));
  expect(read).toHaveLength(6);
});
