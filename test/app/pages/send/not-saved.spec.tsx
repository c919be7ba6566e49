import { screen, waitFor } from '@testing-library/react';
import { sql } from 'kysely';
import { beforeEach, expect, it } from 'vitest';
import { openSend, sendButton } from './open-send.ts';

beforeEach(() => sessionStorage.clear());

it('says that nothing was sent when the database takes no write, and sends at the next press', async () => {
  const { user, check, posts, db } = await openSend();
  await check(1_000);
  await sql`pragma query_only = on`.execute(db);
  await user.click(await sendButton());
  expect(
    await screen.findByText('We can’t save anything right now. Try again in a few minutes.'),
  ).toBeVisible();
  expect(screen.getByText('Nothing was sent')).toBeVisible();
  expect(posts()).toBe(0);

  await sql`pragma query_only = off`.execute(db);
  await user.click(await sendButton());
  await waitFor(() => expect(posts()).toBe(1));
});
