import { expect, test, vi } from 'vitest';

const account = { id: '501', alias: 'Mamá', category: 'bank', bank_number: '123' } as const;

/** The fingerprint by a program that reads these fields. */
async function fingerprintBy(fields: (known: readonly string[]) => readonly string[]) {
  vi.resetModules();
  vi.doMock('../../../src/contract/account-fields.ts', async (read) => {
    const module = await read<typeof import('../../../src/contract/account-fields.ts')>();
    return { ...module, accountFields: fields(module.accountFields) };
  });
  const { accountFingerprint } = await import('../../../src/bff/recipients/account-fingerprint.ts');
  vi.doUnmock('../../../src/contract/account-fields.ts');
  return accountFingerprint;
}

test('of an account stays when Giro learns to read a field that it does not have', async () => {
  const fewer = (known: readonly string[]) => known.filter((field) => field !== 'iban_number');
  const before = (await fingerprintBy((known) => fewer(known).toReversed()))(account);
  const now = await fingerprintBy((known) => known);
  expect(now(account)).toBe(before);
  expect(now({ ...account, iban_number: '123' })).not.toBe(before);
});

test('is of the field that a value stands in', async () => {
  const fingerprint = await fingerprintBy((known) => known);
  const { bank_number, ...rest } = account;
  expect(fingerprint({ ...rest, iban_number: bank_number })).not.toBe(fingerprint(account));
  expect(fingerprint({ ...account, iban_number: '' })).toBe(fingerprint(account));
});
