import { plural } from '@lingui/core/macro';
import { Trans, useLingui } from '@lingui/react/macro';
import { useDeferredValue, useMemo, useState } from 'react';
import { useSearchParams } from 'react-router-dom';
import type { DestinationAccount } from '../../../../contract/api/destination-account.ts';
import { Button } from '../../../ui/button.tsx';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { SearchField } from '../../../ui/search-field.tsx';
import { VisuallyHidden } from '../../../ui/visually-hidden.tsx';
import { RecipientGroups } from './recipient-groups.tsx';
import { searchAccounts, searchableAccounts } from './search-accounts.ts';
import { useBankNames } from './use-bank-names.ts';

export type RecipientSearchProps = {
  /** Which box this is, kept in the address's state while it is typed in. */
  box: string;
  accounts: readonly DestinationAccount[];
};

/** The recipients that fit what is typed; the address follows the box, so that Back returns to it. */
export function RecipientSearch({ box, accounts }: RecipientSearchProps) {
  const { t } = useLingui();
  const [params, setParams] = useSearchParams();
  const [query, setQuery] = useState(params.get('q') ?? '');
  const bankName = useBankNames(accounts);
  const wanted = useDeferredValue(query);
  const searchable = useMemo(() => searchableAccounts(accounts, bankName), [accounts, bankName]);
  const found = useMemo(() => searchAccounts(searchable, wanted), [searchable, wanted]);
  const count = found.length;

  function search(q: string) {
    setQuery(q);
    setParams(q.trim() ? { q } : {}, { replace: true, preventScrollReset: true, state: { box } });
  }

  return (
    <>
      <SearchField
        label={t`Search recipients`}
        placeholder={t`Search name, number or bank`}
        value={query}
        onChange={({ currentTarget }) => search(currentTarget.value)}
      />
      <VisuallyHidden role="status">
        {wanted.trim() && t`${plural(count, { one: '# recipient', other: '# recipients' })}`}
      </VisuallyHidden>
      {count > 0 ? (
        <RecipientGroups key={wanted} accounts={found} bankName={bankName} />
      ) : (
        <EmptyState
          title={t`No recipient fits`}
          action={
            <Button onClick={() => search('')}>
              <Trans>Show all</Trans>
            </Button>
          }
        >
          <Trans>Try fewer letters, or the last digits of the account.</Trans>
        </EmptyState>
      )}
    </>
  );
}
