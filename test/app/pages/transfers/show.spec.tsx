import { act, screen, waitFor, within } from '@testing-library/react';
import type { UserEvent } from '@testing-library/user-event';
import { expect, it, onTestFinished, vi } from 'vitest';
import { addRecipient, sendMoney } from '../../../support/recipients.ts';
import { renderApp } from '../../../support/render-app.tsx';
import { printed, stubCanvas, stubShare } from './receipt-stubs.ts';

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
  await screen.findByRole('heading', { level: 1, name: new RegExp(`^Transfer ${sent.id}:`) });
  return { ...app, sent };
}

const steps = () => within(screen.getByRole('list', { name: 'Progress' }));
const state = () => screen.getByRole('status', { name: 'Status' });
const row = (term: string) => screen.getByText(term, { selector: 'dt' }).parentElement;
const card = () => screen.getByText('Number').closest('section');
const ended = { sandbox: { assigned_after_ms: 0, settled_after_ms: 0 } };

it('shows the state and what happens next, then the actions, then the recipient and the amounts', async () => {
  const { sent } = await openTransfer();
  expect(state()).toHaveTextContent(
    /^Transfer \d+: SentThe payment service will pay COP\s[\d,.]+ to Mamá Bogotá\./,
  );
  const name = screen.getByRole('link', { name: 'Gloria Patiño' });
  expect(name).toHaveAttribute('href', `/recipients/${sent.recipient}`);
  expect(screen.getByText('ending in 4821')).toBeInTheDocument();
  expect(row('You sent')).toHaveTextContent(/^You sentCLP\s100,000today \d/);
  expect(card()).toHaveTextContent(/Mamá Bogotá getsGloria Patiño.+COP\s[\d,.]+You sent/);
  expect(row('Number')).toHaveTextContent(sent.id);
  const [pending, assigned, executed] = steps().getAllByRole('listitem');
  expect(pending).toHaveAttribute('aria-current', 'step');
  expect(pending).toHaveTextContent(/^Sent, nowtoday \d/);
  expect(assigned).toHaveTextContent(/^In progress, not yet$/);
  expect(executed).toHaveTextContent(/^Completed, not yet$/);
  const receipt = screen.getByRole('button', { name: 'Receipt' });
  const inOrder = [state(), pending, receipt, name, row('Number'), screen.getByText(/^Checked/)];
  for (const [index, part] of inOrder.slice(1).entries())
    expect(inOrder[index]?.compareDocumentPosition(part ?? document.body)).toBe(
      Node.DOCUMENT_POSITION_FOLLOWING,
    );
  expect(screen.getByText(/^Checked.*This page updates itself\./)).toBeVisible();
});

it('updates until the transfer ends, and then stops', async () => {
  await openTransfer({ sandbox: { assigned_after_ms: 50, settled_after_ms: 1_000 } });
  await waitFor(() => expect(state()).toHaveTextContent('has arrived'), { timeout: 15_000 });
  expect(
    steps()
      .getByText(/^Completed/)
      .closest('li'),
  ).toHaveTextContent(/^Completed, donetoday \d/);
  expect(screen.queryByText(/updates itself/)).not.toBeInTheDocument();
}, 20_000);

it('draws the check mark of a transfer that completes while its page is open, and of no other', async () => {
  const drawn = () => state().parentElement?.querySelector('[class*=drawn]');
  const { sent, router, browser } = await openTransfer({
    sandbox: { assigned_after_ms: 50, settled_after_ms: 1_000 },
  });
  expect(drawn()).toBeNull();
  await waitFor(() => expect(state()).toHaveTextContent('has arrived'), { timeout: 15_000 });
  expect(drawn()).not.toBeNull();
  const { body } = await sendMoney(browser, sent.recipient, { source_amount_cents: '13' });
  await act(() => router.navigate(`/transfers/${body.id}`));
  await act(() => router.navigate(`/transfers/${sent.id}`));
  await waitFor(() => expect(state()).toHaveTextContent('has arrived'));
  expect(drawn()).toBeNull();
}, 20_000);

it('says that it was rejected, with a text for support', async () => {
  const { sent, user } = await openTransfer(ended, { source_amount_cents: '13' });
  expect(state()).toHaveTextContent(
    /: Rejected: nothing was paid to Mamá BogotáThe payment service doesn’t tell us whether your money comes back: ask support\./,
  );
  const rejected = steps()
    .getByText(/^Rejected/)
    .closest('li');
  expect(rejected).toHaveTextContent('stopped here');
  expect(card()).toHaveTextContent('Mamá Bogotá did not get');
  await user.click(screen.getByRole('button', { name: 'Get help' }));
  await user.click(screen.getByRole('button', { name: 'Copy for support' }));
  expect(await navigator.clipboard.readText()).toMatch(
    new RegExp(`^Transfer ${sent.id} \\(Rejected\\), seen .+: CLP\\s13 for COP\\s[\\d.]+\\.$`),
  );
});

it('says that the recipient was paid, once it is completed', async () => {
  await openTransfer(ended);
  expect(card()).toHaveTextContent('Mamá Bogotá got');
  expect(state()).toHaveTextContent(
    /: COP\s[\d,.]+ has arrivedThe payment service paid it to Mamá Bogotá\./,
  );
  expect(screen.queryByRole('button', { name: 'Notify me' })).not.toBeInTheDocument();
});

it('shows the support contact, and what to ask about a transfer that is completed', async () => {
  const env = { SUPPORT_EMAIL: 'help@example.com' };
  const { user, sent } = await openTransfer({ ...ended, env });
  expect(screen.queryByRole('link', { name: 'help@example.com' })).not.toBeInTheDocument();
  const help = screen.getByRole('button', { name: 'Get help' });
  await user.click(help);
  const dialog = within(screen.getByRole('dialog', { name: 'Get help' }));
  expect(dialog.getByText(/^The recipient has been paid\. If the money is missing/)).toBeVisible();
  expect(dialog.getByRole('link', { name: 'help@example.com' })).toHaveAttribute(
    'href',
    `mailto:help@example.com?subject=Transfer%20${sent.id}`,
  );
  await user.click(dialog.getByRole('button', { name: 'Close' }));
  expect(screen.queryByRole('dialog')).not.toBeInTheDocument();
});

const quote = { rate: '4.5', taken_at: '2026-01-01T12:00:00.000Z' };

it.each([
  ['99999999900', /^EstimatedCOP\s999,999,999\.001 CLP = 4\.50 COP, .+$/, /less than estimated\./],
  ['1', /^EstimatedCOP\s0\.011 CLP = 4\.50 COP, .+$/, /more than estimated\./],
])(
  'compares the final amount with an estimate of %s',
  async (destination_amount_cents, words, difference) => {
    await openTransfer({}, { quote: { ...quote, destination_amount_cents } });
    expect(row('Estimated')).toHaveTextContent(words);
    expect(card()).toHaveTextContent(
      /COP\s4\d\d,\d+\.\d\dCOP\s[\d,.]+ (less|more) than estimated\. The final rate was set/,
    );
    expect(card()).toHaveTextContent(difference);
    expect(row('Rate')).toHaveTextContent(
      /^Rate1 CLP [=≈] 4\.\d+ COPCalculated from the two amounts\.$/,
    );
  },
);

it('shows the estimated rate alone if the amount is as estimated', async () => {
  // The sandbox's rate drifts with time, so that time stands still.
  const now = Date.now();
  const { sandbox, router, browser } = await openTransfer({
    sandbox: { clock: { now: () => now } },
  });
  const amount = sandbox.transfers.at(-1)?.destination_amount_cents;
  // To another recipient, because an identical transfer would need a confirmation.
  const { id } = await addRecipient(browser, { alias: 'Lucía' });
  const { body } = await sendMoney(browser, id, {
    quote: { ...quote, destination_amount_cents: String(amount) },
  });
  await act(() => router.navigate(`/transfers/${body.id}`));
  await screen.findByText(/The amount is the same\./);
  expect(row('Rate')).toHaveTextContent(/^Rate1 CLP = 4\.50 COPEstimated /);
  expect(screen.queryByText('Estimated', { selector: 'dt' })).not.toBeInTheDocument();
});

it('shows a rate below 1 in the other direction', async () => {
  await openTransfer({}, { quote: { ...quote, rate: '0.00025', destination_amount_cents: '1' } });
  expect(row('Estimated')).toHaveTextContent(/1 COP = 4,000 CLP, /);
});

it('says that there was no estimate', async () => {
  await openTransfer();
  expect(row('Rate')).toHaveTextContent('We have no estimate for this transfer.');
  expect(screen.queryByText('Estimated')).not.toBeInTheDocument();
});

async function pickMore(user: UserEvent, name: string) {
  await user.click(screen.getByRole('button', { name: 'More' }));
  await user.click(screen.getByRole('menuitem', { name }));
}

it.each([
  ['pending', {}, {}, 'Not completed yet. This does not prove that the money arrived.'],
  ['completed', ended, {}, 'The payment service says the recipient was paid.'],
  ['rejected', ended, { source_amount_cents: '13' }, 'The recipient was not paid.'],
])('prints a receipt of a %s transfer', async (state, options, fields, proof) => {
  const { user, sent } = await openTransfer(options, fields);
  const receipt = printed();
  expect(receipt()).not.toBeInTheDocument();
  expect(document.title).toMatch(new RegExp(`Transfer ${sent.id} · Giro$`));
  await user.click(screen.getByRole('button', { name: 'Receipt' }));
  // Browsers name the file after the title.
  await waitFor(() => expect(document.title).toBe(`Giro-receipt-${sent.id}`));
  expect(receipt()).toHaveTextContent(new RegExp(`${state}checked .*\\d:\\d\\d:\\d\\d`, 'i'));
  expect(receipt()).toHaveTextContent(proof);
  expect(receipt()).toHaveTextContent(/^.*Receipt/);
  expect(receipt()).toHaveTextContent(
    new RegExp(`Number${sent.id}Receipt number[0-9A-Z]{10}Receipt forSam SenderSent`),
  );
  expect(receipt()).toHaveTextContent('Sandbox: nothing here moves real money');
  expect(receipt()).toHaveTextContent(/Gloria Patiño.*···· 4821/);
  expect(document.body).not.toHaveTextContent('00123454821');
  act(() => void window.dispatchEvent(new Event('afterprint')));
  expect(receipt()).not.toBeInTheDocument();
  expect(document.title).toMatch(new RegExp(`Transfer ${sent.id} · Giro$`));
});

it('copies the URL, which holds only the number', async () => {
  const { user, sent } = await openTransfer();
  await pickMore(user, 'Copy the link');
  expect(screen.getByText('Copied')).toBeVisible();
  expect(await navigator.clipboard.readText()).toBe(`${location.origin}/transfers/${sent.id}`);
});

/** The names of the files that were saved. */
function stubSaving() {
  const saved: string[] = [];
  Object.assign(URL, { createObjectURL: () => 'blob:receipt', revokeObjectURL() {} });
  const click = vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (
    this: HTMLAnchorElement,
  ) {
    saved.push(this.download);
  });
  onTestFinished(() => click.mockRestore());
  return saved;
}

it('shares the receipt as an image, with no more than the printed one says', async () => {
  const drawn = stubCanvas();
  const share = stubShare(async () => {});
  const { user, sent } = await openTransfer();
  await user.click(screen.getByRole('button', { name: 'Share' }));
  await waitFor(() => expect(share).toHaveBeenCalled());
  const [file] = share.mock.calls[0]?.[0].files ?? [];
  expect([file?.name, file?.type]).toEqual([`Giro-receipt-${sent.id}.png`, 'image/png']);
  const text = drawn.join('|');
  expect(text).toContain('Sandbox: nothing here moves real money');
  expect(text).toMatch(/\|Pending\|.*\|Not completed yet\./);
  expect(text).toMatch(/\|Sent\|CLP\s100,000\|Gloria Patiño gets\|COP\s[\d,.]+\|/);
  expect(text).toMatch(/\|Bancolombia ····\s4821, Colombia\|/);
  expect(text).not.toMatch(/00123454821|1020304|Completed\|/);
  expect(screen.getByRole('button', { name: 'Share' })).toBeVisible();
});

it('saves the image where the browser can’t share it, and says so in place', async () => {
  stubCanvas();
  const saved = stubSaving();
  const { user, sent } = await openTransfer();
  await user.click(screen.getByRole('button', { name: 'Share' }));
  await screen.findByRole('button', { name: 'Image saved' });
  expect(screen.getByText('The receipt was saved as an image.')).toBeInTheDocument();
  expect(saved).toEqual([`Giro-receipt-${sent.id}.png`]);
});

it('saves the image if sharing fails, but not if the person closes the share sheet', async () => {
  stubCanvas();
  const saved = stubSaving();
  const share = stubShare(async () => {});
  const { user } = await openTransfer();
  share.mockRejectedValueOnce(new DOMException('closed', 'AbortError'));
  await user.click(screen.getByRole('button', { name: 'Share' }));
  await waitFor(() => expect(share).toHaveBeenCalledOnce());
  expect(saved).toEqual([]);
  share.mockRejectedValueOnce(new DOMException('not here', 'NotAllowedError'));
  await user.click(screen.getByRole('button', { name: 'Share' }));
  await screen.findByRole('button', { name: 'Image saved' });
  expect(saved).toHaveLength(1);
});

it('says if the image can’t be made', async () => {
  const { user } = await openTransfer();
  // Without a canvas.
  vi.spyOn(HTMLCanvasElement.prototype, 'getContext').mockReturnValue(null);
  await user.click(screen.getByRole('button', { name: 'Share' }));
  await screen.findByRole('button', { name: 'Not shared' });
  expect(screen.getByText('The receipt could not be shared. Try again.')).toBeInTheDocument();
});

it('links to all transfers to the recipient', async () => {
  const { user, router, sent } = await openTransfer();
  await pickMore(user, 'All transfers to this recipient');
  await screen.findByRole('heading', { level: 1, name: 'Transfers' });
  const { pathname, search } = router.state.location;
  expect(pathname + search).toBe(`/transfers?destination_account_id=${sent.recipient}`);
});

it('links a sender to the same transfer again, once it has ended', async () => {
  const { sent } = await openTransfer({
    sandbox: { assigned_after_ms: 0, settled_after_ms: 1_000 },
  });
  expect(screen.queryByRole('link', { name: 'Send again' })).not.toBeInTheDocument();
  await screen.findByRole('link', { name: 'Send again' }, { timeout: 15_000 });
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
}, 20_000);

it('offers support no “Send again”', async () => {
  await openTransfer({ ...ended, as: 'support' });
  expect(screen.queryByRole('link', { name: 'Send again' })).not.toBeInTheDocument();
});

it.each(['/transfers/999999', '/transfers/12abc'])('shows Not found for %s', async (path) => {
  await renderApp(path);
  await screen.findByRole('heading', { level: 1, name: 'Not found' });
});

it('shows support the service’s own word beside ours, and leaves it off the receipt', async () => {
  const { user } = await openTransfer({ ...ended, as: 'support' });
  expect(steps().getByText(/^Completed · executed/)).toBeVisible();
  expect(steps().getByText(/^Pending/)).not.toHaveTextContent('·');
  const receipt = printed();
  await user.click(screen.getByRole('button', { name: 'Receipt' }));
  expect(receipt()).toHaveTextContent(/CompletedChecked with/);
});

it('shows support the sender, and copies the case details', async () => {
  const { user, sent } = await openTransfer({ as: 'support' });
  expect(row('Sender')).toHaveTextContent('sender@giro.example');
  await user.click(screen.getByRole('button', { name: 'Copy case details' }));
  const text = await navigator.clipboard.readText();
  expect(text).toContain(`Recipient ${sent.recipient}: Gloria Patiño (Mamá Bogotá)`);
  expect(text).toContain(`Transfer ${sent.id}: Pending`);
  expect(text).toMatch(/^From .+, sender@giro\.example$/m);
  expect(text).toContain(`${window.location.origin}/transfers/${sent.id}`);
  expect(text).not.toMatch(/00123454821|1020304/);
});

it('shows a sender neither case details nor the sender’s name', async () => {
  await openTransfer();
  expect(screen.queryByText('Sender')).not.toBeInTheDocument();
  expect(screen.queryByRole('button', { name: 'Copy case details' })).not.toBeInTheDocument();
});

it.each([
  ['es-CL', 'Enviada', 'Enviado'],
  ['pt-BR', 'Enviada', 'Enviado'],
])(
  'calls a transfer sent in its own gender, and an amount in its own: %s',
  async (language, step, amount) => {
    let id = '';
    const { router } = await renderApp('/transfers', {
      languages: [language],
      before: async (browser) => {
        const recipient = await addRecipient(browser);
        ({ id } = (await sendMoney(browser, recipient.id)).body);
      },
    });
    await act(() => router.navigate(`/transfers/${id}`));
    expect(await screen.findByText(new RegExp(`^${step}`), { selector: 'li p' })).toBeVisible();
    onTestFinished(() => act(() => void window.dispatchEvent(new Event('afterprint'))));
    act(() => void window.dispatchEvent(new Event('beforeprint')));
    expect(row(amount)).toHaveTextContent(/CLP/);
  },
);
