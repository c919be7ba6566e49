import { describe, expect, test } from 'vitest';
import { readRecord } from '../../../src/contract/api/audit-subject.ts';

const key = 'af34df30-1234-4abc-8def-0123456789ab';
const transfer = ['transfer 150001'];
const either = ['transfer 150001', 'account 150001'];

describe('a text that names a record to the audit', () => {
  test.each([
    ['transfer 150001', transfer],
    ['Transfer 150001: Completed', transfer],
    ['la transferencia nº 150001', transfer],
    ['https://giro.example/transfers/150001?from=list', transfer],
    ['http://127.0.0.1:3000/transfers/150001', transfer],
    ['/recipients/501', ['account 501']],
    ['account 501', ['account 501']],
    ['destinatário 501', ['account 501']],
    ['150001', either],
    [' #150 001. ', either],
    ['TX150001', either],
    ['Nº150001', either],
    [key, [`send ${key}`, `user ${key}`]],
    [`SEND ${key.toUpperCase()}`, [`send ${key}`]],
    [`https://giro.example/sends/${key}`, [`send ${key}`]],
    [`/support/people/${key}`, [`user ${key}`]],
    [`https://giro.example/people/${key}`, [`user ${key}`]],
  ])('%s', (typed, subjects) => {
    expect(readRecord(typed)).toMatchObject({ subjects, keyPart: null });
  });

  test.each(['AF34 DF30', 'af34df30', 'af34-df30', 'Ref.: AF34 DF30', 'transfer AF34 DF30'])(
    '%s',
    (typed) => {
      expect(readRecord(typed)).toEqual({ subjects: [], keyPart: 'af34df30', text: 'AF34 DF30' });
    },
  );

  test('is a reference of digits, and a number of eight', () => {
    expect(readRecord('1234 5678')).toMatchObject({ subjects: [], keyPart: '12345678' });
    expect(readRecord('12345678')).toMatchObject({ keyPart: '12345678' });
    expect(readRecord('12345678')?.subjects).toContain('transfer 12345678');
    expect(readRecord('transfer 12345678')?.keyPart).toBeNull();
    expect(readRecord('reference cafe cafe')?.keyPart).toBe('cafecafe');
  });

  test('keeps nobody’s name, and is read the same again', () => {
    for (const typed of ['150001 de Ana', 'transfer 150001', key, `send ${key}`, 'AF34 DF30']) {
      const read = readRecord(typed);
      expect(read?.text).not.toMatch(/ana/i);
      expect(readRecord(read?.text ?? '')).toEqual(read);
    }
  });

  test.each([
    'Ana Soto',
    'cafe cafe',
    '',
    'transfer',
    '12 and 13',
    '00000000-0000-0000-0000-000000000000',
  ])('is not %j', (typed) => {
    expect(readRecord(typed)).toBeNull();
  });
});
