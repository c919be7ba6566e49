import decodeQR from 'qr/decode.js';
import { expect, test } from 'vitest';
import { callerOf } from '../support/caller-of.ts';
import { openPage, startGiro } from '../support/journey.ts';
import { addRecipient, sendMoney } from '../support/recipients.ts';
import { signInUnseen } from '../support/sign-in.ts';

/** What a camera sees of an SVG path of runs of dark modules. */
function scanned(path: string, size: number): string {
  const zoom = 4;
  const side = size * zoom;
  const data = new Uint8ClampedArray(side * side * 4).fill(255);
  for (const [, x = 0, y = 0, length = 0] of path.matchAll(/M(\d+) (\d+)h(\d+)/g)) {
    for (let row = Number(y) * zoom; row < (Number(y) + 1) * zoom; row++) {
      for (let at = Number(x) * zoom; at < (Number(x) + Number(length)) * zoom; at++) {
        data.fill(0, (row * side + at) * 4, (row * side + at) * 4 + 3);
      }
    }
  }
  return decodeQR({ width: side, height: side, data });
}

test('a stranger checks a receipt by its QR code, until the sender withdraws it', async () => {
  const { url } = await startGiro({
    sandbox: { assigned_after_ms: 0, settled_after_ms: 0 },
  });
  const sender = await openPage(url);
  await signInUnseen(sender, 'sender');
  const caller = callerOf(sender);
  const recipient = await addRecipient(caller, { alias: 'Mamá' });
  const { body: sent } = await sendMoney(caller, recipient.id);
  // No dialog for printing opens without a screen; its event is what the page waits for.
  await sender.addInitScript(() => {
    window.print = () => window.dispatchEvent(new Event('beforeprint'));
  });
  await sender.goto(`/transfers/${sent.id}`);
  await sender.getByRole('button', { name: 'Receipt' }).click();
  const path = sender.locator('main article svg path').last();
  await path.waitFor({ state: 'attached' });
  const size = Number((await path.locator('..').getAttribute('viewBox'))?.split(' ')[2]);
  const link = scanned((await path.getAttribute('d')) ?? '', size);
  expect(link.startsWith(`${url}/verify#`)).toBe(true);
  await sender.emulateMedia({ media: 'print' });
  const { RECEIPT_PRINT } = process.env;
  if (RECEIPT_PRINT) await sender.pdf({ path: RECEIPT_PRINT, format: 'A4' });
  await sender.emulateMedia({ media: 'screen' });

  const stranger = await openPage(url);
  const asked: string[] = [];
  stranger.on('request', (request) => asked.push(`${request.url()} ${request.headers().referer}`));
  await stranger.goto(link);
  await stranger.getByText('Genuine receipt').waitFor();
  await stranger.getByText('The payment service says the recipient was paid.').waitFor();
  // The code is in no address and no Referer, which logs would keep.
  const code = link.split('#')[1] ?? '';
  expect(asked.length).toBeGreaterThan(2);
  expect(asked.filter((one) => one.split('#')[0]?.includes(code.slice(0, 40)))).toEqual([]);
  expect(await stranger.getByRole('main').textContent()).not.toMatch(/Mamá|Gloria|Patiño/);

  await sender.getByRole('button', { name: /^Withdraw/ }).click();
  await sender.getByText('Withdrawn. A check of this receipt says so.').waitFor();
  await stranger.reload();
  await stranger.getByText('Withdrawn by the sender').waitFor();
  expect(await stranger.getByText('Genuine receipt').count()).toBe(0);
});

test('a code is typed by keyboard alone, and read the same in each language', async () => {
  const { url } = await startGiro();
  const stranger = await openPage(url, { locale: 'es-CL' });
  const answer = await stranger.goto('/verify');
  expect(answer?.headers()['x-robots-tag']).toBe('noindex');
  await stranger.getByLabel('Código o enlace del comprobante').focus();
  await stranger.keyboard.type('eyJ.eyJ.abc');
  await stranger.keyboard.press('Enter');
  await stranger.getByText('No es auténtico').waitFor();
});
