import { Trans } from '@lingui/react/macro';
import { useSuspenseQuery } from '@tanstack/react-query';
import { memo, useMemo } from 'react';
import type { DestinationAccount } from '../../../../contract/api/destination-account.ts';
import { countriesQuery } from '../../../api/reference.ts';
import { useFormat } from '../../../i18n/use-format.ts';
import { paths } from '../../../paths.ts';
import { Card } from '../../../ui/card.tsx';
import { RecordList } from '../../../ui/record-list.tsx';
import { RecordRow } from '../../../ui/record-row.tsx';
import { NumberTail } from '../number-tail.tsx';
import { CountryBadge } from './country-badge.tsx';
import { groupByCountry } from './group-by-country.ts';
import styles from './recipient-groups.module.css';

export type RecipientGroupsProps = {
  accounts: readonly DestinationAccount[];
  bankName: (account: DestinationAccount) => string | undefined;
};

/** The recipients, country by country. */
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
  return groups.map(({ country, name, accounts: members }) => (
    <section key={country?.id ?? ''} className={styles.group}>
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
              note={noteOf(account, bankName(account))}
              figureNote={<AccountTail account={account} />}
            />
          ))}
        </RecordList>
      </Card>
    </section>
  ));
});

function noteOf({ first_name, last_name }: DestinationAccount, bank: string | undefined): string {
  const owner = [first_name, last_name].filter(Boolean).join(' ');
  return [owner, bank].filter(Boolean).join(' · ');
}

function AccountTail({ account }: { account: DestinationAccount }) {
  const { category, additional_data, bank_number } = account;
  const number = category === 'wallet' ? additional_data : bank_number;
  return number && <NumberTail number={number} />;
}
