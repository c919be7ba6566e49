import { describe, expect, it } from 'vitest';
import { parseSearch, quoteSearchOf } from '../../../../src/app/pages/send/send-search.ts';
import { withQuery } from '../../../../src/contract/api/paths.ts';

const terms = {
  source_amount_cents: '100000',
  source_amount_currency: 'CLP',
  destination_amount_currency: 'COP',
  country_id: '6',
};
const parse = (search: Parameters<typeof withQuery>[1]) =>
  parseSearch(`https://giro.example${withQuery('/send', search)}`);
const monthly = { ...terms, when: 'monthly', first_day: '2027-01-31', floor: '5000' } as const;

describe('the address of the check', () => {
  it('can be read whatever year was typed', () => {
    const typed = { ...monthly, first_day: '275760-09-13' };
    expect(parse(typed)).toEqual(typed);
  });

  it('has the days again that went over the quote page as one text', () => {
    expect(parse(quoteSearchOf(monthly))).toEqual(monthly);
  });

  it('leaves the least that may arrive out of another currency', () => {
    const { floor: _, ...days } = monthly;
    const other = { destination_amount_currency: 'PEN' };
    expect(parse({ ...quoteSearchOf(monthly), ...other })).toEqual({ ...days, ...other });
  });

  it('is read without days that can’t be', () => {
    expect(parse({ ...terms, later: 'when=hourly&first_day=2027-01-31' })).toEqual(terms);
  });
});
