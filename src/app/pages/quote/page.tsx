import { Trans, useLingui } from '@lingui/react/macro';
import { useQuery, useSuspenseQuery } from '@tanstack/react-query';
import { useLocation } from 'react-router-dom';
import type { RecentRecipient } from '../../../contract/api/recent-recipient.ts';
import type { Currency } from '../../../contract/currency.ts';
import { accountQuery, recentRecipientsQuery } from '../../api/accounts.ts';
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
  // The row is left out when it can't be read.
  const { data: recent = noRecent } = useQuery(recentRecipientsQuery);
  const recipient = account && {
    id: account.id,
    alias: account.alias,
    category: account.category,
    country_id: account.country?.id,
    arrival: account.arrival,
  };
  // The form writes its own address under the same visit. Any other address starts a new form.
  const visit = visitOf(location.state) ?? location.key;

  return (
    <QuoteFrame>
      {isSome(currencies) ? (
        <QuoteLayout
          key={visit}
          search={search}
          reference={{ countries, currencies }}
          recipient={recipient}
          recent={recent}
          visit={visit}
        />
      ) : (
        <EmptyState title={t`You can’t send money yet`}>
          <Trans>The payment service offers no currencies right now.</Trans>
        </EmptyState>
      )}
    </QuoteFrame>
  );
}

const noRecent: readonly RecentRecipient[] = [];

function isSome(currencies: readonly Currency[]): currencies is readonly [Currency, ...Currency[]] {
  return currencies.length > 0;
}
