import { readFileSync } from 'node:fs';
import { describe, expect, it, test } from 'vitest';
import * as z from 'zod/mini';
import { country } from '../../src/contract/country.ts';
import { alpha2Of } from '../../src/contract/country-codes.ts';
import { destinationAccount } from '../../src/contract/destination-account.ts';

const ofCountry = { id: 1n, name: 'Somewhere', is_asset: false };

describe('the code of a country', () => {
  it.each([
    ['ESP', 'ES'],
    ['USA', 'US'],
    ['BRA', 'BR'],
    ['IND', 'IN'],
    [' deu ', 'DE'],
    ['ETH', 'ET'],
    ['es', 'ES'],
    ['XKX', 'XK'],
    ['ZZZ', 'ZZZ'],
    ['', ''],
  ])('%j is read as %j', (code, alpha2) => {
    expect(z.parse(country, { ...ofCountry, code })).toMatchObject({ code: alpha2 });
  });

  it.each([
    ['bank', undefined, 'ET'],
    ['bank', false, 'ET'],
    ['wallet', undefined, 'ETH'],
    ['wallet', true, 'ETH'],
  ])('ETH in a %s account, marked as an asset: %s, is read as %s', (category, is_asset, code) => {
    const account = {
      id: 7n,
      alias: 'Ana',
      category,
      country: { ...ofCountry, is_asset, code: 'ETH' },
    };
    expect(z.parse(destinationAccount, account)).toMatchObject({ country: { code } });
  });

  it('of a digital asset stays as it is', () => {
    expect(z.parse(country, { ...ofCountry, is_asset: true, code: 'ETH' }).code).toBe('ETH');
  });
});

test('the table has a code of two letters for each of three, once, that names a country', () => {
  const table = readFileSync('src/contract/country-codes.ts', 'utf8');
  const pairs = table.match(/\b[A-Z]{3}-[A-Z]{2}\b/g) ?? [];
  // ISO 3166-1 has 249 countries and territories.
  expect(pairs).toHaveLength(249 + 1);
  expect(new Set(pairs.map((pair) => pair.slice(0, 3))).size).toBe(pairs.length);
  const names = new Intl.DisplayNames('en', { type: 'region', fallback: 'none' });
  const codes = pairs.map((pair) => alpha2Of(pair.slice(0, 3)));
  expect(new Set(codes.map((code) => names.of(code))).size).toBe(pairs.length);
});
