import { Trans } from '@lingui/react/macro';
import { useSuspenseQuery } from '@tanstack/react-query';
import type { DestinationAccount } from '../../../contract/api/destination-account.ts';
import { countriesQuery } from '../../api/reference.ts';
import { useNames } from '../../i18n/use-names.ts';
import { paths } from '../../router/paths.ts';
import { ButtonLink } from '../../ui/button.tsx';
import { Notice } from '../../ui/notice.tsx';
import { amountOnly, type CheckSearch } from './send-search.ts';

export type ElsewhereNoticeProps = { search: CheckSearch; account: DestinationAccount };

/** Warns where the recipient is in another country than the one that was quoted. */
export function ElsewhereNotice({ search, account }: ElsewhereNoticeProps) {
  const names = useNames();
  const { data: countries } = useSuspenseQuery(countriesQuery);
  const quoted = countries.find(({ id }) => id === search.country_id);
  const { alias, country } = account;
  if (!quoted || !country || country.id === quoted.id) return null;

  const currency = search.destination_amount_currency;
  const there = names.country(country);
  const here = names.country(quoted);
  // In a list the service may leave is_asset out of an account's country (contract 2.3).
  const isAsset = countries.find(({ id }) => id === country.id)?.is_asset ?? false;
  // The quote page proposes a currency for the country.
  const anew = { country_id: country.id, destination_amount_currency: undefined };
  return (
    <Notice
      tone="wait"
      title={
        isAsset ? (
          <Trans>
            You quoted for {here}, but {alias} is a wallet for {there}
          </Trans>
        ) : (
          <Trans>
            You quoted for {here}, but {alias} is in {there}
          </Trans>
        )
      }
    >
      <p>
        {isAsset ? (
          <Trans>
            You would send {currency} to a wallet for {there}. Check that this is what you want.
          </Trans>
        ) : (
          <Trans>
            They get {currency} in {there}. Check that this is what you want.
          </Trans>
        )}
      </p>
      <ButtonLink to={paths.quote({ ...amountOnly(search), ...anew })}>
        <Trans>Quote for {there}</Trans>
      </ButtonLink>
    </Notice>
  );
}
