import { expect, test } from 'vitest';
import { createReference } from '../../../src/bff/quotes/reference.ts';

const minute = 60_000;

/** A fake service and clock that the test controls. */
function setUp() {
  const state = { time: 0, down: false, reads: [] as string[] };
  async function read<T>(name: string, value: T) {
    state.reads.push(name);
    if (state.down) throw new Error('down');
    return value;
  }
  const client = {
    listCountries: () => read('countries', [{ id: '1', name: 'Colombia', code: 'CO' }]),
    listCurrencies: () => read('currencies', []),
    listBanks: (country_name?: string) => read(`banks ${country_name}`, []),
  };
  return { state, reference: createReference(client, () => state.time) };
}

test('returns the last known list while the service fails, and retries twice a minute', async () => {
  const { state, reference } = setUp();
  const known = await reference.countries();
  state.down = true;
  for (let second = 0; second < 60; second += 1) {
    state.time = 11 * minute + second * 1_000;
    expect(await reference.countries()).toBe(known);
  }
  expect(state.reads).toHaveLength(3);
  state.down = false;
  state.time = 12 * minute;
  await reference.countries();
  expect(state.reads).toHaveLength(4);
});

test('returns the last known list while the service hangs, then the new one', async () => {
  const answers: (() => void)[] = [];
  let time = 0;
  let name = 'Colombia';
  const listCountries = () =>
    new Promise<{ id: string; name: string; code: string }[]>((done) =>
      answers.push(() => done([{ id: '1', name, code: 'CO' }])),
    );
  const client = { listCountries, listCurrencies: async () => [], listBanks: async () => [] };
  const reference = createReference(client, () => time);
  const first = reference.countries();
  answers.shift()?.();
  expect(await first).toMatchObject([{ name: 'Colombia' }]);
  time = 11 * minute;
  expect(await reference.countries()).toBe(await first);
  expect(await reference.countries()).toBe(await first);
  expect(answers).toHaveLength(1);
  name = 'República de Colombia';
  answers.shift()?.();
  await expect.poll(() => reference.countries()).toMatchObject([{ name }]);
});

test('throws the failure if nothing is known, and retries on the next call', async () => {
  const { state, reference } = setUp();
  state.down = true;
  await expect(reference.countries()).rejects.toThrow('down');
  state.down = false;
  expect(await reference.countries()).toHaveLength(1);
});

test('caches banks by country up to a maximum', async () => {
  const { state, reference } = setUp();
  await reference.banks('Colombia');
  await reference.banks('Colombia');
  await reference.banks();
  expect(state.reads).toEqual(['banks Colombia', 'banks undefined']);
  for (let other = 0; other < 500; other += 1) await reference.banks(`country ${other}`);
  await reference.banks('Colombia');
  expect(state.reads.filter((name) => name === 'banks Colombia')).toHaveLength(2);
});

test('filters the banks by country if the service ignores the parameter', async () => {
  const banks = ['Spain', 'Chile', 'Spain'].map((country_name, at) => ({
    ...{ id: String(at), code: '1', name: 'Bank' },
    country_name,
  }));
  const client = {
    listCountries: async () => [],
    listCurrencies: async () => [],
    listBanks: async () => banks,
  };
  const reference = createReference(client, () => 0);
  expect((await reference.banks('Spain')).map(({ id }) => id)).toEqual(['0', '2']);
  // A name that no row has: the answer is not filtered.
  expect(await reference.banks('Reino de España')).toEqual(banks);
  expect(await reference.banks()).toEqual(banks);
});
