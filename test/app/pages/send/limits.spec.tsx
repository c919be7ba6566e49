import { screen, waitFor } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import { paths } from '../../../../src/app/router/paths.ts';
import { writePersonLimit } from '../../../../src/bff/ledger/people/person-limits.ts';
import { findUserByEmail } from '../../../../src/bff/ledger/people/users.ts';
import { sendMoney } from '../../../support/recipients.ts';
import { sentTitle } from '../../../support/sent-title.ts';
import { pressSend } from './open-held.ts';
import { openSend, sendButton } from './open-send.ts';

const limited = { LIMITS: '{"CLP":{"transfer":9000,"day":10000,"month":50000}}' };

it('says what is left beside the amount, before anything is pressed', async () => {
  const app = await openSend({ env: limited });
  await sendMoney(app.browser, app.recipient.id, { source_amount_cents: '4000' });
  await app.go(paths.quote(app.search(2000)));
  const amount = await screen.findByLabelText('You send, in Chilean pesos');
  expect(await screen.findByText('CLP 6,000 left of your 24-hour limit')).toBeVisible();
  expect(amount).toHaveAccessibleDescription(/6,000 left of your 24-hour limit/);
  await app.check(2000);
  await sendButton();
  expect(await screen.findByText('CLP 6,000 left of your 24-hour limit')).toBeVisible();
});

it('says what the most is, and refuses more with the limit, what is used, and when it frees', async () => {
  const app = await openSend({ env: limited });
  await sendMoney(app.browser, app.recipient.id, { source_amount_cents: '4000' });
  await app.check(6001);
  expect(await screen.findByText('You can send at most CLP 6,000 more now.')).toBeVisible();
  await app.user.click(await sendButton());
  const notice = await screen.findByRole('alert');
  expect(notice).toHaveTextContent('Nothing was sent: you would be over your limit');
  expect(notice).toHaveTextContent(
    'Your limit for 24 hours is CLP 10,000. You have used CLP 4,000 of it.',
  );
  expect(notice).toHaveTextContent(/From .* you can send this amount\. You can send less now\./);
  expect(app.posts()).toBe(1);

  await app.check(9001);
  expect(await screen.findByText('You can send at most CLP 6,000 more now.')).toBeVisible();
  await app.user.click(await sendButton());
  expect(await screen.findByRole('alert')).toHaveTextContent(
    /Your limit for one transfer is CLP.9,000\. ?Send less, or ask your administrator/,
  );
  expect(app.posts()).toBe(1);
});

it('refuses to schedule what is over the limit of one transfer', async () => {
  const app = await openSend({ env: limited });
  await app.check(9001);
  await sendButton();
  await app.user.click(screen.getByRole('radio', { name: 'On a day' }));
  await app.user.click(await screen.findByRole('button', { name: 'Schedule transfer' }));
  expect(await screen.findByRole('alert')).toHaveTextContent(
    'Nothing was scheduled: it is over your limit',
  );
});

/** Which paths the app asks for from now on. */
function noteCalls(): string[] {
  const [asked, own] = [[] as string[], globalThis.fetch];
  vi.stubGlobal('fetch', (input: string, init: RequestInit) => {
    asked.push(input);
    return own(input, init);
  });
  return asked;
}

it.each([
  ['nothing is limited', {}, false],
  ['its currency is limited', limited, true],
])('reads limits only where they are: %s', async (_, env, isAsked) => {
  const app = await openSend({ env });
  const asked = noteCalls();
  await app.go(paths.quote(app.search(2000)));
  await screen.findByLabelText('You send, in Chilean pesos');
  await app.check(2000);
  await app.user.click(await sendButton());
  await screen.findByRole('heading', { name: sentTitle });
  expect(asked.some((path) => path.startsWith('/api/transfers'))).toBe(true);
  expect(asked.some((path) => path.startsWith('/api/limits'))).toBe(isAsked);
});

it('asks at the release of what is over a limit by then, and sends it once it fits', async () => {
  const env = { HOLD_SECONDS: '20', LIMITS: '{"CLP":{"day":150000}}' };
  const { clock, container, db, user, posts } = await pressSend({ env });
  const user_id = (await findUserByEmail(db, 'sender@giro.example'))?.id ?? '';
  const limit = (amount: string) => {
    const row = {
      user_id,
      currency: 'CLP',
      span: 'day',
      next_amount: null,
      next_at: null,
    } as const;
    return writePersonLimit(db, { ...row, amount }, new Date(clock.time).toISOString());
  };
  await limit('90000');
  clock.time += 21_000;
  await screen.findByRole('heading', { name: /^Nothing was sent/ }, { timeout: 10_000 });
  await waitFor(() =>
    expect(container).toHaveTextContent(
      /You would be over your limit. You can send at most CLP.90,000 more now\./,
    ),
  );
  expect(posts()).toBe(0);
  await limit('150000');
  await user.click(await sendButton());
  await screen.findByRole('heading', { name: sentTitle }, { timeout: 10_000 });
  expect(posts()).toBe(1);
}, 30_000);
