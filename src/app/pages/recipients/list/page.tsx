import { plural } from '@lingui/core/macro';
import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { useQueries, useSuspenseQuery } from '@tanstack/react-query';
import { type ReactNode, useCallback, useDeferredValue, useMemo, useState } from 'react';
import { useLocation, useSearchParams } from 'react-router-dom';
import * as z from 'zod/mini';
import type { DestinationAccount } from '../../../../contract/api/destination-account.ts';
import { searchedNumbers } from '../../../../contract/field-kinds.ts';
import { normalizeForSearch } from '../../../../contract/normalize-for-search.ts';
import { sameAccounts } from '../../../../contract/same-account.ts';
import { accountsQuery } from '../../../api/accounts.ts';
import { banksQuery } from '../../../api/reference.ts';
import { sessionQuery } from '../../../api/session.ts';
import { PageTitle } from '../../../brand/page-title.tsx';
import { HydratedApart } from '../../../hydration/hydrated-part.tsx';
import { type Names, useNames } from '../../../i18n/use-names.ts';
import { ownState, useOwnState } from '../../../router/entry-state.ts';
import { paths } from '../../../router/paths.ts';
import { Button, ButtonLink } from '../../../ui/button.tsx';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { Link } from '../../../ui/link.tsx';
import { PageHead } from '../../../ui/page-head.tsx';
import { Stack } from '../../../ui/stack.tsx';
import { SearchField } from '../../../ui/text-field.tsx';
import { VisuallyHidden } from '../../../ui/visually-hidden.tsx';
import { bankCountries } from './loader.ts';
import styles from './recipient-rows.module.css';
import { RecipientRows, type RecipientRowsProps } from './recipient-rows.tsx';

const typingState = z.catch(z.object({ box: z.string() }), { box: '' });
const searched = z.object({ q: z.string() });

export function Page() {
  const { t } = useLingui();
  const { key, state } = useLocation();
  const { data: all } = useSuspenseQuery(accountsQuery);
  const [params] = useSearchParams();
  const isArchive = params.has('archived');
  const { compare } = useNames();
  const accounts = useMemo(
    () =>
      all
        .filter(({ archived }) => archived === isArchive)
        .sort((a, b) => Number(b.pinned) - Number(a.pinned) || compare(a.alias, b.alias)),
    [all, isArchive, compare],
  );
  const sameAs = useMemo(() => sameAccounts(all), [all]);
  const [broughtBack, setBroughtBack] = useState<string | null>(null);
  const { user } = useSuspenseQuery(sessionQuery).data;
  // Typing keeps the search box; any other navigation to this page starts a new one.
  const box = z.parse(typingState, state).box || key;
  const title = isArchive ? t`Archived recipients` : t`Recipients`;
  const add = user.role === 'sender' && !isArchive && (
    <ButtonLink to={paths.newRecipient()} variant="main">
      <Trans>Add recipient</Trans>
    </ButtonLink>
  );

  const noteBroughtBack = useCallback((alias: string) => {
    setBroughtBack(alias);
    // The pressed button goes with its row.
    document.querySelector('h1')?.focus();
  }, []);

  return (
    <Stack>
      <PageTitle>{title}</PageTitle>
      <PageHead
        title={title}
        back={isArchive ? { to: paths.recipients(), label: t`Recipients` } : undefined}
        // Keeps its height, so that the title is where it is on other lists.
        side={<div className={styles.side}>{accounts.length > 0 && add}</div>}
      />
      {accounts.length > 0 ? (
        <RecipientSearch
          key={box}
          box={box}
          accounts={accounts}
          sameAs={sameAs}
          isSender={user.role === 'sender'}
          onBack={noteBroughtBack}
        />
      ) : (
        <NoRecipients isArchive={isArchive} hasOthers={all.length > 0} action={add} />
      )}
      {isArchive && (
        // Below the rows, so that it moves none.
        <p role="status">
          {broughtBack !== null && <Trans>{broughtBack} is in your lists again.</Trans>}
        </p>
      )}
      {!isArchive && <ToArchive count={all.length - accounts.length} />}
    </Stack>
  );
}

type NoRecipientsProps = { isArchive: boolean; hasOthers: boolean; action: ReactNode };

function NoRecipients({ isArchive, hasOthers, action }: NoRecipientsProps) {
  if (isArchive) {
    return (
      <EmptyState title={<Trans>Nothing is archived</Trans>}>
        <Trans>You can archive a recipient on its page.</Trans>
      </EmptyState>
    );
  }
  if (hasOthers) {
    return <EmptyState title={<Trans>Every recipient is archived</Trans>} action={action} />;
  }
  return (
    <EmptyState title={<Trans>No recipients yet</Trans>} action={action}>
      {action ? (
        <Trans>Add the person or company you want to pay.</Trans>
      ) : (
        <Trans>Nobody has added a recipient.</Trans>
      )}
    </EmptyState>
  );
}

/** The link to the archived recipients, which the list and its search leave out. */
function ToArchive({ count }: { count: number }) {
  if (count === 0) return null;
  return (
    <p>
      <Link to={paths.recipients({ archived: '1' })}>
        <Plural value={count} one="# archived" other="# archived" />
      </Link>
    </p>
  );
}

type RecipientSearchProps = Omit<RecipientRowsProps, 'bankName'> & {
  /** Identifies the search box; kept in the location's state while the person types. */
  box: string;
};

/**
 * Searches the recipients. The text may be a name, so the history entry's state keeps it for Back, not the
 * address, which is logged. A `q` in an address is read, and removed by the next change.
 */
function RecipientSearch({ box, accounts, ...rest }: RecipientSearchProps) {
  const { t } = useLingui();
  const names = useNames();
  const [params, setParams] = useSearchParams();
  const [query, setQuery] = useState(useOwnState(searched)?.q ?? params.get('q') ?? '');
  const bankName = useBankNames(accounts);
  const wanted = useDeferredValue(query);
  const isSearched = wanted.trim() !== '';
  const searchable = useMemo(
    () => (isSearched ? searchableAccounts(accounts, bankName, names) : []),
    [accounts, bankName, names, isSearched],
  );
  const found = useMemo(
    () => (isSearched ? searchAccounts(searchable, wanted) : accounts),
    [accounts, searchable, wanted, isSearched],
  );
  const count = found.length;

  function search(q: string) {
    setQuery(q);
    const archive: Record<string, string> = params.has('archived') ? { archived: '1' } : {};
    const state = q.trim() ? ownState({ box, q }) : { box };
    setParams(archive, { replace: true, preventScrollReset: true, state });
  }

  return (
    <>
      <SearchField
        label={t`Search recipients`}
        placeholder={t`Search name, country or account`}
        value={query}
        onChange={search}
      />
      <VisuallyHidden role="status">
        {isSearched && t`${plural(count, { one: '# recipient', other: '# recipients' })}`}
      </VisuallyHidden>
      {count > 0 ? (
        <HydratedApart>
          <RecipientRows key={wanted} accounts={found} bankName={bankName} {...rest} />
        </HydratedApart>
      ) : (
        <EmptyState
          title={t`No recipient matches`}
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

/** Returns a function from an account to its bank's name, undefined until the country's banks are loaded. */
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

type BankList = { data?: readonly { id: string; name: string }[] | undefined };

function namesById(lists: readonly BankList[]): Map<string, string> {
  return new Map(lists.flatMap(({ data = [] }) => data.map(({ id, name }) => [id, name])));
}

type SearchableAccount = { account: DestinationAccount; text: string };

/** Each account with the text to search: nickname, owner, numbers, bank and country. */
function searchableAccounts(
  accounts: readonly DestinationAccount[],
  bankName: (account: DestinationAccount) => string | undefined,
  names: Names,
): SearchableAccount[] {
  return accounts.map((account) => {
    const { alias, first_name, last_name, country } = account;
    const place = country && `${names.country(country)} ${country.code}`;
    const numbers = searchedNumbers(account);
    const words = [alias, first_name, last_name, ...numbers, bankName(account), place];
    return { account, text: normalizeForSearch(words.join(' ')) };
  });
}

/** The accounts whose text has every word of the query. */
function searchAccounts(
  accounts: readonly SearchableAccount[],
  query: string,
): DestinationAccount[] {
  const words = normalizeForSearch(query).split(' ').filter(Boolean);
  return accounts
    .filter(({ text }) => words.every((word) => text.includes(word)))
    .map(({ account }) => account);
}
