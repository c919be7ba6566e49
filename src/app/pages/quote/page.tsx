import { Trans, useLingui } from '@lingui/react/macro';
import { useQuery, useSuspenseQuery } from '@tanstack/react-query';
import { useLocation } from 'react-router-dom';
import type { Currency } from '../../../contract/currency.ts';
import { accountQuery } from '../../api/accounts.ts';
import { countriesQuery, currenciesQuery } from '../../api/reference.ts';
import { EmptyState } from '../../ui/empty-state.tsx';
import { QuoteFrame, QuoteLayout } from './quote-layout.tsx';
import { readQuoteSearch, visitOf } from './quote-search.ts';

export function Page() {
  const { t } = useLingui();
  const { data: countries } = useSuspenseQuery(countriesQuery);
  const { data: currencies } = useSuspenseQuery(currenciesQuery);
  const location = useLocation();

  const search = readQuoteSearch(new URLSearchParams(location.search));
  const { data: account } = useQuery({
    ...accountQuery(search.destination_account_id ?? ''),
    enabled: search.destination_account_id !== undefined,
  });
  const recipient = account && {
    id: account.id,
    alias: account.alias,
    category: account.category,
    country_id: account.country?.id,
  };
  // What the form itself writes into the address belongs to its visit; any other address is a new one.
  const visit = visitOf(location.state) ?? location.key;

  return (
    <QuoteFrame>
      {isSome(currencies) ? (
        <QuoteLayout
          key={visit}
          search={search}
          reference={{ countries, currencies }}
          recipient={recipient}
          visit={visit}
        />
      ) : (
        <EmptyState title={t`Nothing can be sent yet`}>
          <Trans>The remittance service lists no currencies.</Trans>
        </EmptyState>
      )}
    </QuoteFrame>
  );
}

function isSome(currencies: readonly Currency[]): currencies is readonly [Currency, ...Currency[]] {
  return currencies.length > 0;
}
