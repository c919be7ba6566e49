import { beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import * as z from 'zod/mini';
import { request, setBeforeFailure } from '../../../src/app/api/request.ts';
import { loadFailureMessages } from '../../../src/app/i18n/failure-message.ts';

const refused = { type: '/problems/wrong-password', title: 'Wrong', status: 401 };

/** Answers each call with this status and body; records what happens in which order. */
function answer(status: number, body: unknown) {
  const happened: string[] = [];
  vi.stubGlobal('fetch', async () => {
    happened.push('asked');
    return Response.json(body, { status });
  });
  const { promise, resolve } = Promise.withResolvers<void>();
  setBeforeFailure(() => {
    happened.push('words asked for');
    return promise;
  });
  return { happened, haveWords: resolve };
}

beforeEach(() => {
  onTestFinished(() => setBeforeFailure(loadFailureMessages));
});

test('fails by an answer once what it says is there', async () => {
  const { haveWords } = answer(401, refused);
  const failed = vi.fn();
  const call = request(z.unknown(), '/api/session').catch(failed);
  await Promise.race([call, new Promise((resolve) => setImmediate(resolve))]);
  expect(failed).not.toHaveBeenCalled();
  haveWords();
  await call;
  expect(failed).toHaveBeenCalledWith(expect.objectContaining({ failure: 'wrong-password' }));
});

test('asks for the words of a failure together with a change, and not with a read', async () => {
  const { happened } = answer(200, {});
  await request(z.unknown(), '/api/session');
  expect(happened).toEqual(['asked']);
  await request(z.unknown(), '/api/session', { method: 'POST' });
  expect(happened).toEqual(['asked', 'words asked for', 'asked']);
});

test('fails without the words when they do not come', async () => {
  vi.useFakeTimers();
  onTestFinished(() => void vi.useRealTimers());
  answer(401, refused);
  const failed = vi.fn();
  const call = request(z.unknown(), '/api/session').catch(failed);
  await vi.advanceTimersByTimeAsync(6_000);
  await call;
  expect(failed).toHaveBeenCalledOnce();
});
