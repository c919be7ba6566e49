import { Trans } from '@lingui/react/macro';
import { useSuspenseQuery } from '@tanstack/react-query';
import { memo, useDeferredValue, useMemo, useState } from 'react';
import type { DestinationAccount } from '../../../../contract/api/destination-account.ts';
import { NumberTail } from '../../../accounts/number-tail.tsx';
import { countriesQuery } from '../../../api/reference.ts';
import { useFormat } from '../../../i18n/use-format.ts';
import { paths } from '../../../router/paths.ts';
import { Button } from '../../../ui/button.tsx';
import { Card } from '../../../ui/card.tsx';
import { RecordList } from '../../../ui/record-list.tsx';
import { RecordRow } from '../../../ui/record-row.tsx';
import { useCameBack } from '../../../ui/use-came-back.ts';
import { CountryBadge } from './country-badge.tsx';
import { firstOfGroups, groupByCountry } from './group-by-country.ts';
import styles from './recipient-groups.module.css';

// Thousands of rows take seconds to draw; whoever looks for one of them searches.
const atOnce = 100;
/** Pixels: no row is less tall. */
const leastHeight = 52;

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
  const inView = Math.min(limit, Math.ceil(window.innerHeight / leastHeight));
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
