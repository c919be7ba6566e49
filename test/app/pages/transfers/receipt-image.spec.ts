import { expect, it, vi } from 'vitest';
import { markLines } from '../../../../src/app/brand/logo.tsx';
import {
  drawReceipt,
  layOutReceipt,
} from '../../../../src/app/pages/transfers/show/receipt-image.ts';
import type { ReceiptWords } from '../../../../src/app/pages/transfers/show/receipt-rows.ts';
import { stubCanvas } from './receipt-stubs.ts';

const words: ReceiptWords = {
  brand: 'Giro',
  logo: null,
  title: 'Receipt',
  fileName: 'Giro-receipt-9001',
  sandbox: null,
  state: 'Completed',
  checked: 'Checked with the payment service: 22 November 2026 at 10:02:11',
  proof: 'The payment service says the recipient was paid.',
  rows: [{ key: 'number', term: 'Number', value: '9001' }],
  footnote: 'Times show when we first noticed each step.',
  check: null,
};

const sizeOf = (font: string) => Number(/([\d.]+)px/.exec(font)?.[1]);
const measure = (text: string, font: string) => text.length * sizeOf(font) * 0.6;

const mark = { width: 26, height: 26 };

function layOut(more: Partial<ReceiptWords> = {}, logo: typeof mark | null = mark) {
  const { inks, height, logoY } = layOutReceipt({ ...words, ...more }, measure, logo);
  const texts = inks.flatMap((one) => (one.kind === 'text' ? [one] : []));
  return { texts, height, logoY };
}

it('writes every word, from top to bottom', () => {
  const { texts, height } = layOut();
  expect(texts.map(({ text }) => text).join(' ')).toBe(
    'Giro Receipt Completed Checked with the payment service: 22 November 2026 at 10:02:11 The payment service says the recipient was paid. Number 9001 Times show when we first noticed each step.',
  );
  const baselines = texts.map(({ y }) => y);
  expect(baselines).toEqual([...baselines].sort((a, b) => a - b));
  expect(height).toBeGreaterThan(Math.max(...baselines));
});

it('draws the code of a receipt in whole pixels, with its words beside it and the code below', () => {
  const qr = { size: 85, path: 'M4 4h7v1h-7z' };
  const check = {
    ...{ how: 'Scan to check this receipt', page: 'https://send.example/verify', qr },
    where: 'Or enter this code at https://send.example/verify',
    code: Array.from({ length: 47 }, () => 'eyJhbGci').join(' '),
    link: 'https://send.example/verify#eyJhbGci',
  };
  const { inks, height } = layOutReceipt({ ...words, check }, measure, mark);
  const drawn = inks.find((one) => one.kind === 'code');
  if (drawn?.kind !== 'code') throw new Error('no code is drawn');
  // The picture has two pixels for each of its units.
  expect(Number.isInteger(drawn.module * 2)).toBe(true);
  const side = qr.size * drawn.module;
  expect(side).toBeGreaterThan(200);
  const texts = inks.flatMap((one) => (one.kind === 'text' ? [one] : []));
  for (const { text, x, font } of texts) {
    expect(x + measure(text, font), text).toBeLessThanOrEqual(600.5);
  }
  const how = texts.find(({ text }) => text.startsWith('Scan'));
  expect(how?.x).toBeGreaterThan(40 + side);
  const below = texts.filter(({ text }) => text.includes('eyJhbGci'));
  for (const { y } of below) expect(y).toBeGreaterThan(drawn.y + side);
  expect(height).toBeGreaterThan(Math.max(...below.map(({ y }) => y)));
});

it('keeps every line inside the picture, and a long figure whole', () => {
  const figure = 'COP\u00a01,234,567,890,123,456,789,012,345,678.00';
  const note = 'Calculated from the two amounts. We have no estimate for this transfer.';
  const { texts } = layOut({
    rows: [{ key: 'gets', term: 'Somebody with a very long nickname gets', value: figure, note }],
  });
  expect(texts.map(({ text }) => text)).toContain(figure);
  for (const { text, x, font } of texts) {
    expect(x + measure(text, font), text).toBeLessThanOrEqual(600.5);
  }
  expect(texts.filter(({ text }) => note.includes(text)).length).toBeGreaterThan(1);
});

it('puts the name behind the logo, on its line, and at the margin without one', () => {
  const { texts, logoY } = layOut({}, { width: 120, height: 20 });
  const [name, title] = texts;
  expect(name?.x).toBe(40 + 120 + 10);
  expect(title?.x).toBe(40);
  expect(logoY).toBeGreaterThanOrEqual(40);
  expect(logoY + 20).toBeLessThan(title?.y ?? 0);
  expect(logoY).toBeLessThan(name?.y ?? 0);
  expect(layOut({}, null).texts[0]?.x).toBe(40);
});

/** jsdom loads no pictures. */
function stubPicture(naturalWidth: number, naturalHeight: number, decode: () => Promise<void>) {
  vi.stubGlobal(
    'Image',
    class {
      src = '';
      naturalWidth = naturalWidth;
      naturalHeight = naturalHeight;
      decode = decode;
    },
  );
}

const logo = '/theme/logo-1.svg';

it.each([
  { of: [480, 80], drawnAs: '120×20' },
  { of: [100, 200], drawnAs: '13×26' },
  { of: [0, 0], drawnAs: '26×26' },
])(
  'draws the operator’s logo of $of as $drawnAs',
  async ({ of: [wide = 0, high = 0], drawnAs }) => {
    const drawn = stubCanvas();
    stubPicture(wide, high, async () => {});
    await drawReceipt({ ...words, logo });
    expect(drawn[0]).toBe(`${logo} ${drawnAs}`);
    expect(drawn[1]).toBe('Giro');
  },
);

it('draws Giro’s mark without an operator’s logo, and the name alone if that can’t be read', async () => {
  const drawn = stubCanvas();
  await drawReceipt(words);
  expect(drawn.slice(0, 3)).toEqual([...markLines, 'Giro']);
  const alone = stubCanvas();
  stubPicture(1, 1, () => Promise.reject(new Error('no picture')));
  await drawReceipt({ ...words, logo });
  expect(alone[0]).toBe('Giro');
});
