import { screen } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import * as z from 'zod/mini';
import { checkField } from '../../../src/app/accounts/check-digits/checks.ts';
import { noteServerTime, request, setTransport } from '../../../src/app/api/request.ts';
import { isThisYear, isToday, serverTime, today } from '../../../src/app/i18n/intl.ts';
import { Ago } from '../../../src/app/ui/ago.tsx';
import { renderUi } from '../../support/render-ui.tsx';

const day = 24 * 60 * 60_000;
const server = new Date('2026-03-01T12:00:00Z');

/** Calls a server whose answer has these headers. */
async function answered(headers: Record<string, string>) {
  setTransport(async () => new Response('{}', { headers }));
  await request(z.unknown(), '/api/any');
}
const fresh = { date: server.toUTCString(), 'cache-control': 'no-store' };

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'] });
});
afterEach(() => {
  vi.useRealTimers();
  setTransport((url, options) => fetch(url, options));
  noteServerTime(Date.now());
});

describe.each([
  ['right', 0],
  ['a day late', -day],
  ['a day early', day],
  ['three years late', -3 * 365 * day],
  ['twenty years early', 20 * 365 * day],
])('with a clock of the browser that is %s', (_name, wrong) => {
  beforeEach(async () => {
    vi.setSystemTime(server.getTime() + wrong);
    await answered(fresh);
  });

  it('days and years are the server’s', () => {
    expect(today()).toBe('2026-03-01');
    expect(isToday(server)).toBe(true);
    expect(isToday(new Date(server.getTime() - day))).toBe(false);
    expect(isThisYear(server)).toBe(true);
    expect(serverTime()).toEqual(server);
  });

  it('a birth date is judged by the server’s day', () => {
    expect(checkField('birthdate', '2026-03-02')).toEqual({ kind: 'not-born' });
    expect(checkField('birthdate', '2008-03-02')).toEqual({ kind: 'under-age', years: 18 });
    expect(checkField('birthdate', '2008-03-01')).toBeNull();
  });

  it('an age is counted by the server’s time', () => {
    renderUi(<Ago at={new Date(server.getTime() - 90_000).toISOString()} />);
    expect(screen.getByText('1 min ago')).toBeVisible();
  });
});

describe('the server’s time', () => {
  it('is not taken from an answer that a cache may have kept', async () => {
    vi.setSystemTime(server.getTime() + 5 * day);
    await answered({ ...fresh, 'cache-control': 'private, max-age=60' });
    expect(serverTime().getTime()).toBe(Date.now());
  });

  it('leaves a difference of seconds alone, and follows a clock that is set', async () => {
    vi.setSystemTime(server.getTime() + 3_000);
    await answered(fresh);
    expect(serverTime().getTime()).toBe(Date.now());
    vi.setSystemTime(server.getTime() - day);
    await answered(fresh);
    expect(serverTime()).toEqual(server);
    await answered({ 'cache-control': 'no-store' });
    expect(serverTime()).toEqual(server);
  });
});
