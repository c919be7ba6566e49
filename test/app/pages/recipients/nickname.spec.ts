import { describe, expect, it } from 'vitest';
import {
  freeNickname,
  isProposed,
  nicknameOf,
} from '../../../../src/app/pages/recipients/account-form/nickname.ts';

describe('the proposed nickname', () => {
  it.each([
    ['Ana', 'Soto', 'Ana Soto'],
    ['Gloria María', 'Patiño Rojas', 'Gloria Patiño'],
    [' Ana ', '', 'Ana'],
    ['', 'Soto', 'Soto'],
    ['Juan', 'de la Cruz Pérez', 'Juan de la Cruz'],
    ['Juan', 'de', 'Juan de'],
    ['Ana', 'van Dijk', 'Ana van Dijk'],
    ['', '', ''],
  ])('of %j %j is %j', (first_name, last_name, alias) => {
    expect(nicknameOf({ first_name, last_name, dni_type: '' })).toBe(alias);
  });

  it('of a company is its name', () => {
    const owner = { first_name: 'Comercial Andina  S.A.S.', last_name: '' };
    expect(nicknameOf({ ...owner, dni_type: 'company_dni' })).toBe('Comercial Andina S.A.S.');
  });

  it('has a number where it is taken, whatever the case', () => {
    const named = (...aliases: string[]) => aliases.map((alias) => ({ alias }));
    expect(freeNickname('Ana Soto', named('Abuela'))).toBe('Ana Soto');
    expect(freeNickname('Ana Soto', named('ana soto'))).toBe('Ana Soto 2');
    expect(freeNickname('Ana Soto', named('Ana Soto', 'Ana Soto 2'))).toBe('Ana Soto 3');
  });

  it.each([
    ['', true],
    ['Ana Soto', true],
    ['Ana Soto 2', true],
    ['Ana Soto B', false],
    ['Tía Ana', false],
  ])('is still %j for Ana Soto: %s', (alias, is) => {
    expect(isProposed(alias, 'Ana Soto')).toBe(is);
  });
});
