import { act, screen } from '@testing-library/react';
import { beforeAll, beforeEach, expect, it } from 'vitest';
import { sendMoney } from '../../../support/recipients.ts';
import { openSend, sendButton } from './open-send.ts';
import { dispatchDialogClose, openSupport } from './open-support.ts';

const heading = (name: string) => screen.findByRole('heading', { level: 1, name });
const words = 'amount below the minimum';

beforeAll(dispatchDialogClose);
beforeEach(() => sessionStorage.clear());

it('treats a refusal with unknown words as unconfirmed, and quotes it to the sender', async () => {
  const { user, check, posts, container } = await openSend();
  await check(422);
  await user.click(await sendButton());
  await heading('We’re checking your transfer');
  expect(container).toHaveTextContent(`The payment service said: “${words}”`);
  expect(screen.getByText('We don’t recognise the payment service’s answer.')).toBeVisible();
  expect(screen.getByText('Please don’t send it again')).toBeVisible();
  expect(container).not.toHaveTextContent(/fail|Nothing was sent/i);
  expect(posts()).toBe(1);
});

it('quotes the refusal to support, who can resolve it as not sent at once', async () => {
  const app = await openSupport((browser, recipient) =>
    sendMoney(browser, recipient, { source_amount_cents: '422' }),
  );
  const { user, db, router, container, reason, press, browser } = app;
  const { key } = await db.selectFrom('sends').select('key').executeTakeFirstOrThrow();
  await act(() => router.navigate(`/sends/${key}`));
  const notSent = await screen.findByRole('button', { name: 'It was not sent' });
  expect(container).toHaveTextContent(`The payment service said: “${words}”`);
  expect(screen.queryByText(/^We’re checking until/)).not.toBeInTheDocument();

  await user.click(screen.getByRole('button', { name: 'Copy case details' }));
  const text = await navigator.clipboard.readText();
  expect(text).toContain(`Transfer with reference ${key}: not confirmed yet`);
  expect(text).toContain(`The payment service said: “${words}”`);
  expect(text).toContain('Why it is not confirmed: We don’t recognise');

  expect(notSent).toBeEnabled();
  await user.click(notSent);
  await user.type(reason(), 'Refused: below the minimum');
  await press('Resolve as not sent');
  await heading('This transfer was not sent');
  expect(container).toHaveTextContent(`The payment service said: “${words}”`);
  const { body } = await browser.call('GET', `/api/sends/${key}`);
  expect(body).toMatchObject({ state: 'not_sent', service_message: words });
});
