import { act, screen, waitFor } from '@testing-library/react';
import { expect, it } from 'vitest';
import { paths } from '../../../src/app/router/paths.ts';
import { nextYear, scheduleTransfer } from '../../support/orders.ts';
import { addRecipient } from '../../support/recipients.ts';
import { renderApp } from '../../support/render-app.tsx';

/** Opens the page of one that is sent every month, with a minimum that no rate reaches. */
async function openMonthly() {
  let id = '';
  const app = await renderApp('/scheduled', {
    before: async (browser) => {
      const recipient = await addRecipient(browser);
      ({ id } = await scheduleTransfer(browser, recipient.id, { floor: '99900000' }));
    },
  });
  await screen.findByRole('heading', { level: 1, name: 'Scheduled' });
  /** As its day leaves it, and as an answer leaves it that did not last. */
  async function ask(change: { floor_once?: string; release_at?: string } = {}) {
    const release_at = `${nextYear}-10-31T12:00:00.000Z`;
    const asked = { state: 'needs_you', reason: 'worse-rate', release_at, ...change } as const;
    await app.db.updateTable('orders').set(asked).where('id', '=', id).execute();
    await act(() => app.queryClient.invalidateQueries());
  }
  return { ...app, id, ask };
}

const weekday = new Intl.DateTimeFormat('en', { weekday: 'long', timeZone: 'UTC' });
const mondayLike = weekday.format(new Date(`${nextYear}-11-01T12:00:00Z`));
const dayAfter = `${mondayLike}, November 1, ${nextYear} at 9:00`;

it('says in what is scheduled that the minimum was not reached, and until when to decide', async () => {
  const { ask } = await openMonthly();
  await ask();
  await screen.findByRole('heading', { level: 2, name: 'Needs you' });
  const card = screen.getByRole('article', { name: 'Mamá Bogotá' });
  expect(card).toHaveTextContent(/Your minimum of COP.999,000\.00 was not reached\./);
  expect(card).not.toHaveTextContent('The rate fell');
  expect(card).toHaveTextContent(`Decide by ${dayAfter}`);
});

it('says the same where it is answered, with the zone and the minimum beside the figures', async () => {
  const { router, container, id, ask } = await openMonthly();
  await act(() => router.navigate(paths.sendOutcome(id)));
  await waitFor(() =>
    expect(container).toHaveTextContent(/We send it on \w+, October 31, \d+ at 9:00/),
  );
  expect(container).toHaveTextContent(', Santiago time. You can still stop it.');

  await ask({ release_at: new Date(Date.now() - 3_600_000).toISOString() });
  await screen.findByRole('heading', { level: 1, name: 'Nothing was sent: please decide' });
  expect(container).toHaveTextContent(/Your minimum of COP.999,000\.00 was not reached\./);
  expect(container).toHaveTextContent(
    /Decide by \w+, \w+ \d+(, \d+)? at \d+:\d\d.[AP]M \(Santiago\)\. Then we skip it\./,
  );
  const minimum = screen.getAllByRole('term').find((term) => term.textContent === 'Your minimum');
  expect(minimum?.nextSibling).toHaveTextContent(/^COP.999,000\.00$/);
});

it('does not call a minimum the person’s own that they accepted for one day', async () => {
  const { ask } = await openMonthly();
  await ask({ floor_once: '20000000' });
  await screen.findByRole('heading', { level: 2, name: 'Needs you' });
  const card = screen.getByRole('article', { name: 'Mamá Bogotá' });
  expect(card).toHaveTextContent('The rate fell, so Mamá Bogotá would get less than you saw.');
});
