import { expect, it } from 'vitest';
import { layOutReceipt } from '../../../../src/app/pages/transfers/show/receipt-image.ts';
import type { ReceiptWords } from '../../../../src/app/pages/transfers/show/receipt-rows.ts';

const words: ReceiptWords = {
  brand: 'Giro',
  title: 'Receipt',
  fileName: 'Giro-receipt-9001',
  sandbox: null,
  state: 'Completed',
  checked: 'Checked with the payment service: 22 November 2026 at 10:02:11',
  proof: 'The payment service says the recipient was paid.',
  rows: [{ key: 'number', term: 'Number', value: '9001' }],
  footnote: 'Times show when we first noticed each step.',
};

const sizeOf = (font: string) => Number(/([\d.]+)px/.exec(font)?.[1]);
const measure = (text: string, font: string) => text.length * sizeOf(font) * 0.6;

function layOut(more: Partial<ReceiptWords> = {}) {
  const { inks, height } = layOutReceipt({ ...words, ...more }, measure);
  const texts = inks.flatMap((one) => (one.kind === 'text' ? [one] : []));
  return { texts, height };
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
