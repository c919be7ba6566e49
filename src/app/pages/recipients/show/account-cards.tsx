import { Trans, useLingui } from '@lingui/react/macro';
import { fieldsOf, walletAddressLabel } from '../../../accounts/account-fields.ts';
import { FieldRow } from '../../../accounts/field-row.tsx';
import type { Numbers } from '../../../accounts/masked-row.tsx';
import { countryName } from '../../../i18n/intl.ts';
import { verbatim } from '../../../i18n/trans.ts';
import { useAccountWords } from '../../../i18n/use-account-words.ts';
import { useFormat } from '../../../i18n/use-format.ts';
import { SenderRow } from '../../../transfers/from-sender.tsx';
import { Card } from '../../../ui/card.tsx';
import { SummaryList, SummaryRow } from '../../../ui/summary-list.tsx';

type AccountCardsProps = { numbers: Numbers };

/** The bank account or wallet. */
export function AccountCard({ numbers }: AccountCardsProps) {
  const { t } = useLingui();
  const { locale } = useFormat();
  const { account } = numbers;
  const { category, country, additional_data, sender } = account;
  // contract 2.4: without is_asset it is a country; in an account (2.3) it may be missing from an asset too.
  const isAsset = country?.is_asset ?? category === 'wallet';
  return (
    <Card as="section">
      <h2>{category === 'bank' ? <Trans>Bank account</Trans> : <Trans>Wallet</Trans>}</h2>
      <SummaryList>
        {country && (
          <SummaryRow term={isAsset ? <Trans>Digital asset</Trans> : <Trans>Country</Trans>}>
            {countryName(country, locale)}
          </SummaryRow>
        )}
        {category === 'wallet' && !additional_data && (
          <SummaryRow term={t(walletAddressLabel)}>
            <Trans>None given</Trans>
          </SummaryRow>
        )}
        {category === 'wallet' && (
          <FieldRow account={account} field="additional_data" numbers={numbers} />
        )}
        {accountFields.map((field) => (
          <FieldRow key={field} account={account} field={field} numbers={numbers} />
        ))}
        {category === 'bank' && (
          <FieldRow account={account} field="additional_data" numbers={numbers} />
        )}
        {sender && <SenderRow sender={sender} />}
      </SummaryList>
    </Card>
  );
}

// Bank, type and number first; behind them the codes of some countries.
const accountFields = [
  ...new Set(['bank_id', 'bank_type', 'bank_number', ...fieldsOf('account')] as const),
];
const ownerFields = [...fieldsOf('contact'), ...fieldsOf('more')];

/** The account's owner. Renders nothing for a wallet without one. */
export function OwnerCard({ numbers }: AccountCardsProps) {
  const { documentType } = useAccountWords();
  const { account } = numbers;
  const { dni } = account;
  const name = [account.first_name, account.last_name].filter(Boolean).join(' ');
  if (![name, dni, ...ownerFields.map((field) => account[field])].some(Boolean)) return null;

  return (
    <Card as="section">
      <h2>
        <Trans>Owner</Trans>
      </h2>
      <SummaryList>
        {name && <SummaryRow term={<Trans>Name</Trans>}>{verbatim(name)}</SummaryRow>}
        <FieldRow account={account} field="dni" kind={documentType(account)} numbers={numbers} />
        {ownerFields.map((field) => (
          <FieldRow key={field} account={account} field={field} numbers={numbers} />
        ))}
      </SummaryList>
    </Card>
  );
}
