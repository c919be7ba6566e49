import { Trans, useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { bankTypes } from '../../../../contract/account-choices.ts';
import { bankCodeFields } from '../../../../contract/account-fields.ts';
import { isCalendarDay } from '../../../../contract/birthdate.ts';
import { bankTypeNames, fieldViews, walletAddressLabel } from '../../../accounts/account-fields.ts';
import type { Numbers } from '../../../accounts/masked-row.tsx';
import { MaskedRow } from '../../../accounts/masked-row.tsx';
import { banksQuery } from '../../../api/reference.ts';
import { countryName, dateFormat } from '../../../i18n/intl.ts';
import { useAccountWords } from '../../../i18n/use-account-words.ts';
import { useFormat } from '../../../i18n/use-format.ts';
import { Card } from '../../../ui/card.tsx';
import { SummaryList, SummaryRow } from '../../../ui/summary-list.tsx';

export type AccountCardsProps = { numbers: Numbers };

/** Where the money goes. */
export function AccountCard({ numbers }: AccountCardsProps) {
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
          <MaskedRow term={t(walletAddressLabel)} field="additional_data" numbers={numbers} />
        )}
        {account.bank_id && <BankRow bank_id={account.bank_id} countryName={country?.name ?? ''} />}
        {bank_type && (
          <SummaryRow term={t(fieldViews.bank_type.label)}>
            {bankType ? t(bankTypeNames[bankType]) : bank_type}
          </SummaryRow>
        )}
        {(['bank_number', ...bankCodeFields] as const).map((field) => (
          <MaskedRow
            key={field}
            term={t(fieldViews[field].label)}
            field={field}
            numbers={numbers}
          />
        ))}
        {category === 'bank' && additional_data && (
          <SummaryRow term={t(fieldViews.additional_data.label)}>{additional_data}</SummaryRow>
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
    <SummaryRow term={t(fieldViews.bank_id.label)} note={code}>
      {bank?.name ?? unnamed}
    </SummaryRow>
  );
}

const plainFields = ['email', 'phone', 'address', 'city', 'state'] as const;

/** Who the money is for; nothing at all for a wallet without an owner. */
export function OwnerCard({ numbers }: AccountCardsProps) {
  const { t } = useLingui();
  const { locale } = useFormat();
  const { documentType } = useAccountWords();
  const { account } = numbers;
  const { dni, birthdate } = account;
  const name = [account.first_name, account.last_name].filter(Boolean).join(' ');
  const known = [name, dni, birthdate, ...plainFields.map((field) => account[field])];
  if (!known.some(Boolean)) return null;

  return (
    <Card as="section">
      <h2>
        <Trans>Owner</Trans>
      </h2>
      <SummaryList>
        {name && <SummaryRow term={<Trans>Name</Trans>}>{name}</SummaryRow>}
        <MaskedRow
          term={t(fieldViews.dni_type.label)}
          kind={documentType(account)}
          field="dni"
          numbers={numbers}
        />
        {plainFields.map((field) => {
          const text = account[field];
          return (
            text && (
              <SummaryRow key={field} term={t(fieldViews[field].label)}>
                {text}
              </SummaryRow>
            )
          );
        })}
        {birthdate && (
          <SummaryRow term={t(fieldViews.birthdate.label)}>
            {writeDay(birthdate, locale)}
          </SummaryRow>
        )}
      </SummaryList>
    </Card>
  );
}

/** A calendar day, which no time zone may move. */
function writeDay(day: string, locale: string): string {
  if (!isCalendarDay(day)) return day;
  return dateFormat(locale, { dateStyle: 'long', timeZone: 'UTC' }).format(new Date(day));
}
