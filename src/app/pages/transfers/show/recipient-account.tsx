import { useSuspenseQuery } from '@tanstack/react-query';
import type { TransferDetail } from '../../../../contract/api/transfer.ts';
import { LastDigits } from '../../../accounts/last-digits.tsx';
import { countriesQuery } from '../../../api/reference.ts';
import { useNames } from '../../../i18n/use-names.ts';

export type RecipientAccountProps = { recipient: NonNullable<TransferDetail['recipient']> };

/** Where the money goes, of the account's number only the end. */
export function RecipientAccount({ recipient }: RecipientAccountProps) {
  const { bank_name, account_tail, country_name } = recipient;
  const names = useNames();
  const { data: countries } = useSuspenseQuery(countriesQuery);
  const country = countries.find(({ name }) => name === country_name);
  return (
    <>
      {bank_name} {account_tail && <LastDigits end={account_tail} />}
      {country_name && <div>{country ? names.country(country) : country_name}</div>}
    </>
  );
}
