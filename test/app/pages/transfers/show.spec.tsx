import { act, screen, waitFor, within } from '@testing-library/react';
import type { UserEvent } from '@testing-library/user-event';
import { expect, it, onTestFinished, vi } from 'vitest';
import { addRecipient, sendMoney } from '../../../support/recipients.ts';
import { renderApp } from '../../../support/render-app.tsx';

type Options = Parameters<typeof renderApp>[1];

async function openTransfer(options: Options = {}, fields: Record<string, unknown> = {}) {
  const sent = { id: '', recipient: '' };
  const app = await renderApp('/transfers', {
    ...options,
    before: async (browser) => {
      if (options.as === 'support') await browser.signIn('sender');
      const recipient = await addRecipient(browser);
      const { body } = await sendMoney(browser, recipient.id, fields);
      sent.id = body.id;
      sent.recipient = recipient.id;
      if (options.as === 'support') await browser.signIn('support');
    },
  });
  await app.router.navigate(`/transfers/${sent.id}`);
  await screen.findByRole('heading', { level: 1, name: `Transfer ${sent.id}` });
  return { ...app, sent };
}

const steps = () => within(screen.getByRole('list', { name: 'Where it is' }));
const cardOf = (heading: string) =>
  screen.getByRole('heading', { level: 2, name: heading }).closest('section');
const row = (term: string) => screen.getByText(term, { selector: 'dt' }).parentElement;
const ended = { sandbox: { assigned_after_ms: 0, settled_after_ms: 0 } };

it('shows what arrives, from what, to whom, and where it is', async () => {
  const { sent } = await openTransfer();
  expect(screen.getByText('Mamá Bogotá gets')).toBeVisible();
  expect(screen.getByText(/^from CLP\s100,000$/)).toBeVisible();
  expect(screen.getByText(/^Gloria Patiño/)).toBeVisible();
  expect(screen.getByText('ending in 4821')).toBeInTheDocument();
  expect(screen.getByRole('link', { name: 'Show the recipient' })).toHaveAttribute(
    'href',
    `/recipients/${sent.recipient}`,
  );
  const [pending, assigned, executed] = steps().getAllByRole('listitem');
  const inOrder = [cardOf('What happens next'), pending, screen.getByText('Mamá Bogotá gets')];
  for (const [index, part] of inOrder.slice(1).entries())
    expect(inOrder[index]?.compareDocumentPosition(part ?? document.body)).toBe(
      Node.DOCUMENT_POSITION_FOLLOWING,
    );
  expect(pending).toHaveAttribute('aria-current', 'step');
  expect(pending).toHaveTextContent(/^Pending, now.*The service has it\.today \d/);
  expect(assigned).toHaveTextContent(/^Assigned, not yet/);
  expect(executed).toHaveTextContent(/^Executed, not yet/);
  expect(screen.getByText(/^Checked.*This page updates itself\.$/)).toBeVisible();
});

it('follows it to the end, and then stops', async () => {
  await openTransfer({ sandbox: { assigned_after_ms: 50, settled_after_ms: 1_000 } });
  await waitFor(
    () => expect(screen.getByRole('status', { name: 'State' })).toHaveTextContent('Executed'),
    {
      timeout: 15_000,
    },
  );
  expect(
    steps()
      .getByText(/^Executed/)
      .closest('li'),
  ).toHaveTextContent('The money has arrived');
  expect(screen.queryByText(/updates itself/)).not.toBeInTheDocument();
}, 20_000);

it('says that it was rejected, and what the app did not see', async () => {
  const { sent, user } = await openTransfer(ended, { source_amount_cents: '13' });
  expect(screen.getByRole('status', { name: 'State' })).toHaveTextContent('Rejected');
  const rejected = steps()
    .getByText(/^Rejected/)
    .closest('li');
  expect(rejected).toHaveTextContent('stopped here');
  expect(screen.getByText('Mamá Bogotá was to get')).toBeVisible();
  expect(cardOf('What happens next')).toHaveTextContent(/ask support about your money/);
  await user.click(screen.getByRole('button', { name: 'Copy for support' }));
  expect(await navigator.clipboard.readText()).toMatch(
    new RegExp(`^Transfer ${sent.id} \\(Rejected\\), seen .+: CLP\\s13 for COP\\s[\\d.]+\\.$`),
  );
});

it('tells who got it, once it has ended', async () => {
  await openTransfer(ended);
  expect(screen.getByText('Mamá Bogotá got')).toBeVisible();
  expect(cardOf('What happens next')).toHaveTextContent(
    /^What happens nextNothing to do: it’s done\./,
  );
  expect(screen.queryByRole('button', { name: 'Tell me when it ends' })).not.toBeInTheDocument();
});

const quote = { rate: '4.5', taken_at: '2026-01-01T12:00:00.000Z' };

it.each([
  ['99999999900', /^QuotedCOP\s999,999,999\.001 CLP = 4\.5 COP, .+$/, /less than quoted:/],
  ['1', /^QuotedCOP\s0\.011 CLP = 4\.5 COP, .+$/, /more than quoted:/],
])('says what came of a quote of %s', async (destination_amount_cents, words, difference) => {
  await openTransfer({}, { quote: { ...quote, destination_amount_cents } });
  expect(row('Quoted')).toHaveTextContent(words);
  expect(row('Came to')).toHaveTextContent(/^Came toCOP\s4\d\d,\d+\.\d\dCOP\s[\d,.]+ (less|more) /);
  expect(row('Came to')).toHaveTextContent(difference);
  expect(row('Rate')).toHaveTextContent(
    /^Rate1 CLP [=≈] 4\.\d+ COPCalculated from the two amounts\.$/,
  );
});

it('shows the quoted rate alone where the amount is as quoted', async () => {
  const { sandbox, router, browser } = await openTransfer();
  const amount = sandbox.transfers.at(-1)?.destination_amount_cents;
  // The same amount to another, for the same to the same is asked about first.
  const { id } = await addRecipient(browser, { alias: 'Lucía' });
  const { body } = await sendMoney(browser, id, {
    quote: { ...quote, destination_amount_cents: String(amount) },
  });
  await act(() => router.navigate(`/transfers/${body.id}`));
  await screen.findByText(/The amount is just what was quoted\./);
  expect(row('Rate')).toHaveTextContent(/^Rate1 CLP = 4\.5 COPQuoted /);
  expect(screen.queryByText('Quoted', { selector: 'dt' })).not.toBeInTheDocument();
});

it('says that there was no quote', async () => {
  await openTransfer();
  expect(row('Rate')).toHaveTextContent('We have no estimate of this transfer.');
  expect(screen.queryByText('Quoted')).not.toBeInTheDocument();
});

async function pickMore(user: UserEvent, name: string) {
  await user.click(screen.getByRole('button', { name: 'More' }));
  await user.click(screen.getByRole('menuitem', { name }));
}

/** What the printer gets, as the browser asks the page for it. */
function printed() {
  const print = vi.spyOn(window, 'print').mockImplementation(() => {
    window.dispatchEvent(new Event('beforeprint'));
  });
  onTestFinished(() => print.mockRestore());
  return () => screen.queryByRole('article');
}

it.each([
  ['pending', {}, {}, 'This is not a proof that the money has arrived.'],
  ['executed', ended, {}, 'The service says that it carried this transfer out.'],
  ['rejected', ended, { source_amount_cents: '13' }, 'did not carry this transfer out.'],
])('prints a receipt of one that is %s', async (state, options, fields, proof) => {
  const { user, sent } = await openTransfer(options, fields);
  const receipt = printed();
  expect(receipt()).not.toBeInTheDocument();
  await user.click(screen.getByRole('button', { name: 'Receipt' }));
  expect(receipt()).toHaveTextContent(new RegExp(`${state}.*checked .*\\d:\\d\\d:\\d\\d`, 'i'));
  expect(receipt()).toHaveTextContent(proof);
  expect(receipt()).toHaveTextContent(/^.*Receipt/);
  expect(receipt()).toHaveTextContent(`Number${sent.id}Receipt forSam SenderPrinted `);
  expect(receipt()).toHaveTextContent('Sandbox: nothing here moves real money');
  expect(receipt()).toHaveTextContent(/Gloria Patiño.*···· 4821/);
  expect(document.body).not.toHaveTextContent('00123454821');
  act(() => void window.dispatchEvent(new Event('afterprint')));
  expect(receipt()).not.toBeInTheDocument();
});

it('copies the address, which holds nothing but the number', async () => {
  const { user, sent } = await openTransfer();
  await pickMore(user, 'Copy the link');
  expect(screen.getByText('Copied')).toBeVisible();
  expect(await navigator.clipboard.readText()).toBe(`${location.origin}/transfers/${sent.id}`);
});

it('shares the address where the browser can', async () => {
  const share = vi.fn(async (_shared: ShareData) => {});
  Object.defineProperty(navigator, 'share', { configurable: true, value: share });
  onTestFinished(() => void Reflect.deleteProperty(navigator, 'share'));
  const { user, sent } = await openTransfer();
  const url = `${location.origin}/transfers/${sent.id}`;
  await pickMore(user, 'Share');
  expect(share).toHaveBeenCalledWith({ title: `Transfer ${sent.id}`, url });
  share.mockRejectedValueOnce(new DOMException('closed', 'AbortError'));
  await pickMore(user, 'Share');
  share.mockRejectedValueOnce(new DOMException('not here', 'NotAllowedError'));
  await pickMore(user, 'Share');
  await screen.findByText('Copied');
  expect(await navigator.clipboard.readText()).toBe(url);
});

it('leads to the other transfers to the recipient', async () => {
  const { user, router, sent } = await openTransfer();
  await pickMore(user, 'All transfers to this recipient');
  await screen.findByRole('heading', { level: 1, name: 'Transfers' });
  const { pathname, search } = router.state.location;
  expect(pathname + search).toBe(`/transfers?destination_account_id=${sent.recipient}`);
});

it('offers the same again to a sender', async () => {
  const { sent } = await openTransfer();
  const again = screen.getByRole('link', { name: 'Send again' }).getAttribute('href') ?? '';
  const { pathname, searchParams } = new URL(again, 'http://localhost');
  expect(pathname).toBe('/');
  expect(Object.fromEntries(searchParams)).toEqual({
    source_amount_cents: '100000',
    source_amount_currency: 'CLP',
    destination_amount_currency: 'COP',
    country_id: expect.stringMatching(/^\d+$/),
    destination_account_id: sent.recipient,
  });
});

it('offers support nothing to send', async () => {
  await openTransfer({ as: 'support' });
  expect(screen.queryByRole('link', { name: 'Send again' })).not.toBeInTheDocument();
});

it.each(['/transfers/999999', '/transfers/12abc'])('says that %s is not found', async (path) => {
  await renderApp(path);
  await screen.findByRole('heading', { level: 1, name: 'Not found' });
});

it('says to support whose it is, and goes into the case', async () => {
  const { user, sent } = await openTransfer({ as: 'support' });
  expect(row('Sender')).toHaveTextContent('sender@giro.example');
  await user.click(screen.getByRole('button', { name: 'Copy for the case' }));
  const text = await navigator.clipboard.readText();
  expect(text).toContain(`Recipient ${sent.recipient}: Gloria Patiño (Mamá Bogotá)`);
  expect(text).toContain(`Transfer ${sent.id}: Pending`);
  expect(text).toMatch(/^From .+, sender@giro\.example$/m);
  expect(text).toContain(`${window.location.origin}/transfers/${sent.id}`);
  expect(text).not.toMatch(/00123454821|1020304/);
});

it('tells a sender nothing of a case, nor whose it is', async () => {
  await openTransfer();
  expect(screen.queryByText('Sender')).not.toBeInTheDocument();
  expect(screen.queryByRole('button', { name: 'Copy for the case' })).not.toBeInTheDocument();
});
