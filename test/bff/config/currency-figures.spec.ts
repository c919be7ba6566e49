import { describe, expect, test } from 'vitest';
import { readConfig } from '../../../src/bff/config/config.ts';
import { unknownCurrencies } from '../../../src/bff/config/currency-figures.ts';
import { configErrors } from '../../support/config-errors.ts';

describe('STEP_UP_ABOVE', () => {
  test('is a figure for each currency, exact at any size', () => {
    const text = '{"USD":100000,"CLP":"0","ETH":"1550000000000000000001"}';
    expect(readConfig({ STEP_UP_ABOVE: text }).stepUpAbove).toEqual(
      new Map([
        ['USD', 100_000n],
        ['CLP', 0n],
        ['ETH', 1_550_000_000_000_000_000_001n],
      ]),
    );
  });

  test.each(['1.5', '-1', '"1,000"', '1550000000000000000001', 'null'])(
    'with the figure %s is refused by its currency',
    (figure) => {
      expect(configErrors({ STEP_UP_ABOVE: `{"CLP":"1","USD":${figure}}` })).toEqual([
        expect.stringMatching(/^STEP_UP_ABOVE: the figure of USD must be a whole number/),
      ]);
    },
  );

  test('names codes that the service does not list, and what to write', () => {
    const { stepUpAbove } = readConfig({ STEP_UP_ABOVE: '{"usd":1,"XYZ":1,"CLP":1}' });
    expect(unknownCurrencies('STEP_UP_ABOVE', stepUpAbove, ['USD', 'CLP'])).toEqual([
      expect.stringMatching(/usd is no currency of the service.*; write USD$/),
      expect.stringMatching(/XYZ is no currency of the service/),
    ]);
  });
});

describe('RESOLVE_ALONE_UP_TO', () => {
  test('is a figure for each currency, none, or null if it is not given', () => {
    const of = (text: string) => readConfig({ RESOLVE_ALONE_UP_TO: text }).resolveAloneUpTo;
    expect(of('{"USD":"9007199254740993","CLP":0}')).toEqual(
      new Map([
        ['USD', 9_007_199_254_740_993n],
        ['CLP', 0n],
      ]),
    );
    expect([of('{}'), of('')]).toEqual([new Map(), null]);
  });

  test.each(['100', '{"USD":1.5}', '{"USD":-1}', 'USD'])('refuses %s', (text) => {
    expect(configErrors({ RESOLVE_ALONE_UP_TO: text })).toEqual([
      expect.stringMatching(/^RESOLVE_ALONE_UP_TO: .*subunits/),
    ]);
  });

  test('is named where the service does not list a code', () => {
    expect(unknownCurrencies('RESOLVE_ALONE_UP_TO', new Map([['usd', 1n]]), ['USD'])).toEqual([
      expect.stringMatching(/^RESOLVE_ALONE_UP_TO: usd is no currency .*; write USD$/),
    ]);
  });
});
