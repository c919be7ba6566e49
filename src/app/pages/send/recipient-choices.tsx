import type { ReactNode } from 'react';
import type { DestinationAccount } from '../../../contract/api/destination-account.ts';
import { NumberTail } from '../../accounts/last-digits.tsx';
import { useAccountWords } from '../../i18n/use-account-words.ts';
import { useNames } from '../../i18n/use-names.ts';
import { paths } from '../../router/paths.ts';
import { Card } from '../../ui/card.tsx';
import { CodeBadge } from '../../ui/code-badge.tsx';
import { RecordList, RecordRow } from '../../ui/record-list.tsx';
import { Stack } from '../../ui/stack.tsx';
import type { AmountSearch } from './send-search.ts';

export type RecipientChoicesProps = {
  label: ReactNode;
  accounts: readonly DestinationAccount[];
  search: AmountSearch;
  /** Whether they are in several countries, so that each says its own. */
  withCountry?: boolean | undefined;
};

/** Recipients to choose from, each a link to the check of a sending to them. */
export function RecipientChoices(props: RecipientChoicesProps) {
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
                to={paths.send({ ...search, destination_account_id: account.id, key: undefined })}
                title={account.alias}
                note={
                  <>
                    {owner !== account.alias && `${owner} `}
                    {number && <NumberTail number={number} />}
                    {withCountry && account.country && (
                      <>
                        {(number || owner !== account.alias) && <br />}
                        {names.country(account.country)}
                      </>
                    )}
                  </>
                }
                figure={account.country && <CodeBadge>{account.country.code}</CodeBadge>}
              />
            );
          })}
        </RecordList>
      </Card>
    </Stack>
  );
}
