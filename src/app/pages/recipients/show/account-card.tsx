import { Trans, useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { bankCodeFields } from '../../../../contract/bank-codes.ts';
import { bankTypes } from '../../../../contract/destination-account.ts';
import { fieldLabels } from '../../../accounts/field-labels.ts';
import { MaskedRow } from '../../../accounts/masked-row.tsx';
import type { Numbers } from '../../../accounts/use-numbers.ts';
import { banksQuery } from '../../../api/reference.ts';
import { countryName } from '../../../i18n/country-name.ts';
import { useFormat } from '../../../i18n/use-format.ts';
import { Card } from '../../../ui/card.tsx';
import { SummaryList } from '../../../ui/summary-list.tsx';
import { SummaryRow } from '../../../ui/summary-row.tsx';
import { bankTypeNames } from '../account-form/account-words.ts';

export type AccountCardProps = { numbers: Numbers };

/** Where the money goes. */
export function AccountCard({ numbers }: AccountCardProps) {
  const { t } = useLingui();
  const { locale } = useFormat();
  const { account } = numbers;
  const { category, country, bank_type, additional_data } = account;
  const bankType = bankTypes.find((type) => type === bank_type);
  // contract 2.4; what is not marked is a country, but for a wallet, whose mark may have been left out.
  const isAsset = country?.is_asset ?? category === 'wallet';
  return (
    <Card as="section">
      <h2>{category === 'bank' ? <Trans>Bank account</Trans> : <Trans>Wallet</Trans>}</h2>
      <SummaryList>
        {country && (
          <SummaryRow term={isAsset ? <Trans>Digital asset</Trans> : t(fieldLabels.country)}>
            {countryName(country, locale)}
          </SummaryRow>
        )}
        {category === 'wallet' && !additional_data && (
          <SummaryRow term={t(fieldLabels.wallet_address)}>
            <Trans>None given</Trans>
          </SummaryRow>
        )}
        {category === 'wallet' && (
          <MaskedRow
            term={t(fieldLabels.wallet_address)}
            field="additional_data"
            numbers={numbers}
          />
        )}
        {account.bank_id && <BankRow bank_id={account.bank_id} countryName={country?.name ?? ''} />}
        {bank_type && (
          <SummaryRow term={t(fieldLabels.bank_type)}>
            {bankType ? t(bankTypeNames[bankType]) : bank_type}
          </SummaryRow>
        )}
        {(['bank_number', ...bankCodeFields] as const).map((field) => (
          <MaskedRow key={field} term={t(fieldLabels[field])} field={field} numbers={numbers} />
        ))}
        {category === 'bank' && additional_data && (
          <SummaryRow term={t(fieldLabels.additional_data)}>{additional_data}</SummaryRow>
        )}
      </SummaryList>
    </Card>
  );
}

/** The bank's name, or its number as long as no list tells its name. */
function BankRow({ bank_id, countryName }: { bank_id: string; countryName: string }) {
  const { t } = useLingui();
  const { data: banks, isPending } = useQuery(banksQuery(countryName));
  const bank = banks?.find(({ id }) => id === bank_id);
  const unnamed = isPending ? '…' : t`Bank number ${bank_id}`;
  // Its line is kept for the code, so that nothing moves when it comes.
  const code = isPending ? '\u00a0' : bank?.code;
  return (
    <SummaryRow term={t(fieldLabels.bank_id)} note={code}>
      {bank?.name ?? unnamed}
    </SummaryRow>
  );
}
