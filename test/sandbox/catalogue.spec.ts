import { expect, test } from 'vitest';
import { list, property, start } from './start.ts';

const names = (rows: unknown, name = 'name') => list(rows).map((row) => property(row, name));

test('countries have real codes, and two of them are digital assets', async () => {
  const { as } = await start();
  const { status, body } = await as('GET', '/api/v3/countries');
  expect(status).toBe(200);
  const rows = list(body);
  expect(rows.length).toBeGreaterThanOrEqual(24);
  expect(new Set(names(body, 'id')).size).toBe(rows.length);
  expect(rows).toContainEqual({ id: 6n, name: 'Colombia', code: 'CO', is_asset: false });
  const assets = rows.filter((row) => property(row, 'is_asset') === true);
  expect(names(assets)).toEqual(['Bitcoin', 'Ethereum']);
  const display = new Intl.DisplayNames('en', { type: 'region' });
  for (const country of rows.filter((row) => property(row, 'is_asset') === false)) {
    expect(display.of(String(property(country, 'code')))).toBe(property(country, 'name'));
  }
});

test('currencies have their real subunits', async () => {
  const { as } = await start();
  const { status, body } = await as('GET', '/api/v3/currencies');
  expect(status).toBe(200);
  expect(list(body).length).toBeGreaterThanOrEqual(25);
  const unit = new Map(
    list(body).map((row) => [property(row, 'iso_code'), property(row, 'subunit_to_unit')]),
  );
  const expected = { USD: 100n, CLP: 1n, JPY: 1n, COP: 100n, KWD: 1000n, BTC: 10n ** 8n };
  for (const [code, subunits] of Object.entries({ ...expected, ETH: 10n ** 18n })) {
    expect(unit.get(code)).toBe(subunits);
  }
});

test('banks are filtered by the exact name of a country', async () => {
  const { as } = await start();
  const path = '/api/v3/destination_account_banks';
  const all = list((await as('GET', path)).body);
  expect(all.length).toBeGreaterThanOrEqual(150);
  expect(new Set(names(all, 'id')).size).toBe(all.length);

  const known = new Set(names((await as('GET', '/api/v3/countries')).body));
  for (const country of names(all, 'country_name')) expect(known).toContain(country);

  const american = list((await as('GET', `${path}?country_name=United%20States`)).body);
  expect(names(american)).toContain('Wells Fargo Bank');
  expect(new Set(names(american, 'country_name'))).toEqual(new Set(['United States']));
  expect((await as('GET', `${path}?country_name=united+states`)).body).toEqual([]);
  const spanish = (await as('GET', `${path}?country_name=Spain`)).body;
  expect(list(spanish)).toContainEqual(
    expect.objectContaining({ code: '0182', name: 'BBVA', country_name: 'Spain' }),
  );
});

test('answers the banks of all countries when the filter is off', async () => {
  const { as } = await start({ filters_banks: false });
  const path = '/api/v3/destination_account_banks';
  const all = list((await as('GET', path)).body);
  expect(list((await as('GET', `${path}?country_name=Spain`)).body)).toHaveLength(all.length);
});
