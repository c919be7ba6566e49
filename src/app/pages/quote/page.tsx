import { Trans, useLingui } from '@lingui/react/macro';
import { useQuery, useSuspenseQuery } from '@tanstack/react-query';
import { useLocation } from 'react-router-dom';
import { accountQuery } from '../../api/accounts.ts';
import { countriesQuery, currenciesQuery } from '../../api/reference.ts';
import { useFormat } from '../../i18n/use-format.ts';
import { EmptyState } from '../../ui/empty-state.tsx';
import { draftFrom } from './draft.ts';
import { QuoteDesk } from './quote-desk.tsx';
import { QuoteFrame } from './quote-frame.tsx';
import { readQuoteSearch, visitOf } from './quote-search.ts';

export function Page() {
  const { t } = useLingui();
  const { locale } = useFormat();
  const { data: countries } = useSuspenseQuery(countriesQuery);
  const { data: currencies } = useSuspenseQuery(currenciesQuery);
  const location = useLocation();

  const search = readQuoteSearch(new URLSearchParams(location.search));
  const reference = { countries, currencies };
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
  const tongue = { locale, language: navigator.language };
  const start = draftFrom(search, reference, tongue, recipient);
  // What the form itself writes into the address belongs to its visit; any other address is a new one.
  const visit = visitOf(location.state) ?? location.key;

  return (
    <QuoteFrame>
      {start ? (
        <QuoteDesk key={visit} {...{ start, search, reference, visit }} />
      ) : (
        <EmptyState title={t`Nothing can be sent yet`}>
          <Trans>The remittance service lists no currencies.</Trans>
        </EmptyState>
      )}
    </QuoteFrame>
  );
}
