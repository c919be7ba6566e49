import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { useSuspenseQuery } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import type { DestinationAccount } from '../../../contract/api/destination-account.ts';
import { searchedNumbers } from '../../../contract/field-kinds.ts';
import { normalizeForSearch } from '../../../contract/normalize-for-search.ts';
import { Avatar } from '../../accounts/avatar.tsx';
import { NumberTail } from '../../accounts/last-digits.tsx';
import { BringBackButton } from '../../accounts/mark-account.tsx';
import { accountsQuery, activeAccounts } from '../../api/accounts.ts';
import { countriesQuery } from '../../api/reference.ts';
import { PageTitle } from '../../brand/page-title.tsx';
import { verbatim, words } from '../../i18n/trans.ts';
import { useAccountWords } from '../../i18n/use-account-words.ts';
import { useMoney } from '../../i18n/use-money.ts';
import { useNames } from '../../i18n/use-names.ts';
import { paths } from '../../router/paths.ts';
import { ButtonLink } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { Details } from '../../ui/details.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { PageHead } from '../../ui/page-head.tsx';
import { RecordList, RecordRow } from '../../ui/record-list.tsx';
import { Stack } from '../../ui/stack.tsx';
import { SearchField } from '../../ui/text-field.tsx';
import { VisuallyHidden } from '../../ui/visually-hidden.tsx';
import { type AmountSearch, quoteSearchOf } from './send-search.ts';

type RecipientStepProps = { search: AmountSearch };

/** Chooses the recipient; those in the estimate's country come first. */
export function RecipientStep({ search }: RecipientStepProps) {
  const { t } = useLingui();
  const { money } = useMoney();
  const names = useNames();
  const { data: all } = useSuspenseQuery(accountsQuery);
  const { data: countries } = useSuspenseQuery(countriesQuery);
  const [typed, setTyped] = useState('');

  const country = countries.find(({ id }) => id === search.country_id);
  const matching = all.filter((account) =>
    matches(account, account.country ? names.country(account.country) : undefined, typed),
  );
  const found = activeAccounts(matching).sort((a, b) => Number(b.pinned) - Number(a.pinned));
  const archived = matching.filter((account) => account.archived);
  const isHere = (account: DestinationAccount) => account.country?.id === search.country_id;
  const sends = money(BigInt(search.source_amount_cents), search.source_amount_currency);
  const add = (
    <ButtonLink
      to={paths.newRecipient({ next: paths.send(search), country_id: search.country_id })}
    >
      <Trans>Add recipient</Trans>
    </ButtonLink>
  );

  return (
    <>
      <PageTitle>{t`Choose a recipient`}</PageTitle>
      <PageHead
        title={<Trans>Choose a recipient</Trans>}
        back={{ to: paths.quote(quoteSearchOf(search)), label: <Trans>Back</Trans> }}
        side={all.length > 0 && add}
      />
      <p>
        {search.quoted ? (
          <Trans>
            You send {sends}. The recipient gets about{' '}
            <b>{money(BigInt(search.quoted), search.destination_amount_currency)}</b>.
          </Trans>
        ) : (
          <Trans>You send {sends}.</Trans>
        )}
      </p>
      {all.length === 0 ? (
        <EmptyState title={<Trans>No recipients yet</Trans>} action={add}>
          <Trans>Add the person or wallet you want to pay.</Trans>
        </EmptyState>
      ) : (
        <>
          <SearchField
            label={t`Search recipients`}
            placeholder={t`Search name, country or account`}
            value={typed}
            onChange={setTyped}
          />
          <RecipientChoices
            label={
              country ? (
                <Trans>In {words(names.country(country))}</Trans>
              ) : (
                <Trans>In this country</Trans>
              )
            }
            accounts={found.filter(isHere)}
            search={search}
          />
          <RecipientChoices
            label={<Trans>Other recipients</Trans>}
            accounts={found.filter((account) => !isHere(account))}
            search={search}
            withCountry
          />
          {archived.length > 0 && <ArchivedRecipients accounts={archived} />}
          {matching.length === 0 && (
            <EmptyState title={<Trans>No recipient matches “{typed}”</Trans>} />
          )}
          <VisuallyHidden role="status">
            {typed !== '' && (
              <Plural value={found.length} one="# recipient found" other="# recipients found" />
            )}
          </VisuallyHidden>
        </>
      )}
    </>
  );
}

function matches(account: DestinationAccount, country: string | undefined, typed: string): boolean {
  const { alias, first_name, last_name } = account;
  const text = [alias, first_name, last_name, ...searchedNumbers(account), country];
  return normalizeForSearch(text.filter(Boolean).join(' ')).includes(normalizeForSearch(typed));
}

type RecipientChoicesProps = {
  label: ReactNode;
  accounts: readonly DestinationAccount[];
  search: AmountSearch;
  /** Whether each row shows its country. */
  withCountry?: boolean | undefined;
};

/** Recipients as links to the check page. */
function RecipientChoices(props: RecipientChoicesProps) {
  const { label, accounts, search, withCountry = false } = props;
  const names = useNames();
  const words = useAccountWords();
  if (accounts.length === 0) return null;

  return (
    <Stack as="section" gap="s2">
      <h2>{label}</h2>
      <Card flush>
        <RecordList>
          {accounts.map((account) => {
            const number = account.bank_number || account.additional_data;
            const owner = words.owner(account);
            return (
              <RecordRow
                key={account.id}
                lead={<Face account={account} />}
                to={paths.send({ ...search, destination_account_id: account.id, key: undefined })}
                title={verbatim(account.alias)}
                note={
                  <>
                    {owner !== account.alias && <>{verbatim(owner)} </>}
                    {number && <NumberTail number={number} />}
                    {withCountry && account.country && (
                      <>
                        {(number || owner !== account.alias) && <br />}
                        {names.country(account.country)}
                      </>
                    )}
                  </>
                }
              />
            );
          })}
        </RecordList>
      </Card>
    </Stack>
  );
}

function Face({ account: { id, alias, country } }: { account: DestinationAccount }) {
  return <Avatar id={id} alias={alias} code={country?.code} />;
}

type ArchivedRecipientsProps = { accounts: readonly DestinationAccount[] };

/** Archived recipients: none can be paid until it is brought back. */
function ArchivedRecipients({ accounts }: ArchivedRecipientsProps) {
  const words = useAccountWords();
  const count = accounts.length;
  // A pressed button that disappears with its row takes the focus with it.
  const focusTitle = () => document.querySelector('h1')?.focus();
  return (
    <Details summary={<Plural value={count} one="# archived" other="# archived" />}>
      <Card flush>
        <RecordList>
          {accounts.map((account) => (
            <RecordRow
              key={account.id}
              lead={<Face account={account} />}
              title={verbatim(account.alias)}
              note={verbatim(words.owner(account))}
              figure={<BringBackButton account={account} onDone={focusTitle} />}
            />
          ))}
        </RecordList>
      </Card>
    </Details>
  );
}
