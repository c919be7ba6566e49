import { plural } from '@lingui/core/macro';
import { Trans, useLingui } from '@lingui/react/macro';
import { useQueries, useSuspenseQuery } from '@tanstack/react-query';
import { useCallback, useDeferredValue, useMemo, useState } from 'react';
import { useLocation, useSearchParams } from 'react-router-dom';
import * as z from 'zod/mini';
import type { DestinationAccount } from '../../../../contract/api/destination-account.ts';
import { normalizeForSearch } from '../../../../contract/normalize-for-search.ts';
import { accountsQuery } from '../../../api/accounts.ts';
import { banksQuery } from '../../../api/reference.ts';
import { sessionQuery } from '../../../api/session.ts';
import { PageTitle } from '../../../brand/page-title.tsx';
import { paths } from '../../../router/paths.ts';
import { Button, ButtonLink } from '../../../ui/button.tsx';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { PageHead } from '../../../ui/page-head.tsx';
import { Stack } from '../../../ui/stack.tsx';
import { SearchField } from '../../../ui/text-field.tsx';
import { VisuallyHidden } from '../../../ui/visually-hidden.tsx';
import { RecipientGroups } from './recipient-groups.tsx';

const typingState = z.catch(z.object({ box: z.string() }), { box: '' });

export function Page() {
  const { t } = useLingui();
  const { key, state } = useLocation();
  const { data: accounts } = useSuspenseQuery(accountsQuery);
  const { user } = useSuspenseQuery(sessionQuery).data;
  // Typing keeps the box that is typed in; any other way to this page starts a new one.
  const box = z.parse(typingState, state).box || key;
  const add = user.role === 'sender' && (
    <ButtonLink to={paths.newRecipient()}>
      <Trans>Add recipient</Trans>
    </ButtonLink>
  );

  return (
    <Stack>
      <PageTitle>{t`Recipients`}</PageTitle>
      <PageHead title={t`Recipients`} side={accounts.length > 0 && add} />
      {accounts.length > 0 ? (
        <RecipientSearch key={box} box={box} accounts={accounts} />
      ) : (
        <EmptyState title={t`No recipients yet`} action={add}>
          {user.role === 'sender' ? (
            <Trans>Add the person or company that gets the money.</Trans>
          ) : (
            <Trans>Nobody has added a recipient.</Trans>
          )}
        </EmptyState>
      )}
    </Stack>
  );
}

type RecipientSearchProps = {
  /** Which box this is, kept in the address's state while it is typed in. */
  box: string;
  accounts: readonly DestinationAccount[];
};

/** The recipients that fit what is typed; the address follows the box, so that Back returns to it. */
function RecipientSearch({ box, accounts }: RecipientSearchProps) {
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

/** Answers a function from an account to its bank's name, undefined until its country's banks are read. */
function useBankNames(accounts: readonly DestinationAccount[]) {
  const countryNames = useMemo(() => bankCountries(accounts), [accounts]);
  const names = useQueries({
    queries: countryNames.map((name) => banksQuery(name)),
    combine: namesById,
  });
  return useCallback(
    ({ bank_id }: DestinationAccount) => (bank_id ? names.get(bank_id) : undefined),
    [names],
  );
}

function bankCountries(accounts: readonly DestinationAccount[]): string[] {
  const names = accounts
    .filter(({ category }) => category === 'bank')
    .map(({ country }) => country?.name ?? '');
  return [...new Set(names)];
}

type BankList = { data?: readonly { id: string; name: string }[] | undefined };

function namesById(lists: readonly BankList[]): Map<string, string> {
  return new Map(lists.flatMap(({ data = [] }) => data.map(({ id, name }) => [id, name])));
}

type SearchableAccount = { account: DestinationAccount; text: string };

/** What each account is found by: its name, owner, number and bank. */
function searchableAccounts(
  accounts: readonly DestinationAccount[],
  bankName: (account: DestinationAccount) => string | undefined,
): SearchableAccount[] {
  return accounts.map((account) => {
    const { alias, first_name, last_name, bank_number, additional_data, category } = account;
    const number = category === 'wallet' ? additional_data : bank_number;
    const words = [alias, first_name, last_name, number, bankName(account)];
    return { account, text: normalizeForSearch(words.join(' ')) };
  });
}

/** The accounts that hold every word of the query. */
function searchAccounts(
  accounts: readonly SearchableAccount[],
  query: string,
): DestinationAccount[] {
  const words = normalizeForSearch(query).split(' ').filter(Boolean);
  return accounts
    .filter(({ text }) => words.every((word) => text.includes(word)))
    .map(({ account }) => account);
}
