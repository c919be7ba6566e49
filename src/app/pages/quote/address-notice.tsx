import { Trans } from '@lingui/react/macro';
import { Notice } from '../../ui/notice.tsx';
import { listed } from './currency-guesses.ts';
import type { Reference } from './draft.ts';
import type { QuoteSearch } from './quote-search.ts';

export type AddressNoticeProps = { search: QuoteSearch; reference: Reference };

/** Says which parts of the address the service does not know, for the form shows something else. */
export function AddressNotice({
  search,
  reference: { countries, currencies },
}: AddressNoticeProps) {
  const codes = [search.source_amount_currency, search.destination_amount_currency];
  const unknown = codes.filter((code) => code !== undefined && !listed(code, currencies));
  const countryUnknown =
    search.country_id !== undefined && !countries.some(({ id }) => id === search.country_id);
  if (unknown.length === 0 && !countryUnknown) return null;
  return (
    <Notice tone="wait">
      {unknown.map((code) => (
        <p key={code}>
          <Trans>The service does not list the currency {code}. Check the one chosen below.</Trans>
        </p>
      ))}
      {countryUnknown && (
        <p>
          <Trans>The service does not list the country of this link. Choose another.</Trans>
        </p>
      )}
    </Notice>
  );
}
