import { Trans } from '@lingui/react/macro';
import { useSuspenseQuery } from '@tanstack/react-query';
import { memo, useDeferredValue, useMemo, useState } from 'react';
import type { DestinationAccount } from '../../../../contract/api/destination-account.ts';
import type { Country } from '../../../../contract/country.ts';
import { NumberTail } from '../../../accounts/last-digits.tsx';
import { countriesQuery } from '../../../api/reference.ts';
import { collator, countryName } from '../../../i18n/intl.ts';
import { useFormat } from '../../../i18n/use-format.ts';
import { paths } from '../../../router/paths.ts';
import { Button } from '../../../ui/button.tsx';
import { Card } from '../../../ui/card.tsx';
import { CodeBadge } from '../../../ui/code-badge.tsx';
import { RecordList, RecordRow, useCameBack } from '../../../ui/record-list.tsx';
import styles from './recipient-groups.module.css';

// Thousands of rows take seconds to draw; whoever looks for one of them searches.
const atOnce = 100;
/** Pixels: no row is less tall. */
const minHeight = 52;

export type RecipientGroupsProps = {
  accounts: readonly DestinationAccount[];
  bankName: (account: DestinationAccount) => string | undefined;
};

/** The recipients, country by country, the first of them at once. */
export const RecipientGroups = memo(function RecipientGroups({
  accounts,
  bankName,
}: RecipientGroupsProps) {
  const { locale } = useFormat();
  const { data: countries } = useSuspenseQuery(countriesQuery);
  const groups = useMemo(
    () => groupByCountry(accounts, countries, locale),
    [accounts, countries, locale],
  );
  const [limit, setLimit] = useState(atOnce);
  const cameBack = useCameBack();
  // What is in view is seen first.
  const inView = Math.min(limit, Math.ceil(window.innerHeight / minHeight));
  const drawn = useDeferredValue(limit, cameBack ? limit : inView);
  const shown = useMemo(() => firstOfGroups(groups, drawn), [groups, drawn]);
  const left = Math.max(0, accounts.length - limit);
  const next = Math.min(left, atOnce);

  const sections = shown.map(({ country, name, accounts: members }) => (
    <section key={country?.id ?? ''} className={cameBack ? undefined : styles.lazy}>
      <h2 className={styles.heading}>
        {country ? (
          <>
            <CountryBadge country={country} /> {name}
          </>
        ) : (
          <Trans>Country not known</Trans>
        )}
      </h2>
      <Card flush>
        <RecordList>
          {members.map((account) => (
            <RecordRow
              key={account.id}
              to={paths.recipient(account.id)}
              title={account.alias}
              note={<OwnerAndBank account={account} bank={bankName(account)} />}
              figureNote={<AccountTail account={account} />}
            />
          ))}
        </RecordList>
      </Card>
    </section>
  ));
  return (
    <>
      {sections}
      {left > 0 && (
        <Button onClick={() => setLimit(limit + atOnce)}>
          <Trans>
            Show {next} more of {left}
          </Trans>
        </Button>
      )}
    </>
  );
});

type OwnerAndBankProps = { account: DestinationAccount; bank: string | undefined };

function OwnerAndBank({ account, bank }: OwnerAndBankProps) {
  const { first_name, last_name, bank_id } = account;
  const owner = [first_name, last_name].filter(Boolean).join(' ');
  return (
    <>
      <bdi>{owner}</bdi>
      {bank_id && (
        <span className={styles.bank}>
          {owner && bank && <span className={styles.dot}> · </span>}
          {bank}
        </span>
      )}
    </>
  );
}

function AccountTail({ account }: { account: DestinationAccount }) {
  const { category, additional_data, bank_number } = account;
  const number = category === 'wallet' ? additional_data : bank_number;
  return number && <NumberTail number={number} masked={account.masked} />;
}

/** A country's code; that of a digital asset stands beside a coin (contract 2.4). */
function CountryBadge({ country: { code, is_asset } }: { country: Country }) {
  return (
    <CodeBadge>
      {is_asset ? (
        <span className={styles.asset}>
          <Coin />
          {code}
        </span>
      ) : (
        code
      )}
    </CodeBadge>
  );
}

// Drawn, for few fonts have the signs of digital assets.
function Coin() {
  return (
    <svg
      aria-hidden="true"
      width="12"
      height="12"
      viewBox="0 0 12 12"
      fill="none"
      stroke="currentColor"
      strokeWidth="1.5"
    >
      <circle cx="6" cy="6" r="5" />
      <path d="M6 3.4 8.6 6 6 8.6 3.4 6Z" fill="currentColor" stroke="none" />
    </svg>
  );
}

type CountryGroup = {
  /** Null for accounts whose country the service left out. */
  country: Country | null;
  name: string;
  accounts: DestinationAccount[];
};

/**
 * The accounts by country, countries and accounts in the order of the person's language. `countries`
 * tell which are digital assets, for the service may leave that out of an account (contract 2.3).
 */
function groupByCountry(
  accounts: readonly DestinationAccount[],
  countries: readonly Country[],
  locale: string,
): CountryGroup[] {
  const { compare } = collator(locale);
  const known = new Map(countries.map((country) => [country.id, country]));
  const groups = new Map<string, CountryGroup>();
  for (const account of accounts) {
    const id = account.country?.id ?? '';
    const country = known.get(id) ?? account.country ?? null;
    const group = groups.get(id) ?? {
      country,
      name: country ? countryName(country, locale) : '',
      accounts: [],
    };
    group.accounts.push(account);
    groups.set(id, group);
  }
  for (const group of groups.values()) group.accounts.sort((a, b) => compare(a.alias, b.alias));
  return [...groups.values()].sort((a, b) => compare(a.name, b.name));
}

/** The first `limit` accounts, in their groups. */
function firstOfGroups(groups: readonly CountryGroup[], limit: number): CountryGroup[] {
  const first: CountryGroup[] = [];
  let left = limit;
  for (const group of groups) {
    if (left <= 0) break;
    const accounts = group.accounts.slice(0, left);
    first.push({ ...group, accounts });
    left -= accounts.length;
  }
  return first;
}
