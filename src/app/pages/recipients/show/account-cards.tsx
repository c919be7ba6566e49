import { Trans, useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { bankTypes } from '../../../../contract/account-choices.ts';
import { bankCodeFields } from '../../../../contract/account-fields.ts';
import { isCalendarDay } from '../../../../contract/birthdate.ts';
import { bankTypeNames, fieldViews, walletAddressLabel } from '../../../accounts/account-fields.ts';
import type { Numbers } from '../../../accounts/masked-row.tsx';
import { MaskedRow } from '../../../accounts/masked-row.tsx';
import { banksQuery } from '../../../api/reference.ts';
import { countryName, formatDate } from '../../../i18n/intl.ts';
import { useAccountWords } from '../../../i18n/use-account-words.ts';
import { useFormat } from '../../../i18n/use-format.ts';
import { SenderRow } from '../../../transfers/from-sender.tsx';
import { Card } from '../../../ui/card.tsx';
import { SummaryList, SummaryRow } from '../../../ui/summary-list.tsx';

export type AccountCardsProps = { numbers: Numbers };

/** The bank account or wallet. */
export function AccountCard({ numbers }: AccountCardsProps) {
  const { t } = useLingui();
  const { locale } = useFormat();
  const { account } = numbers;
  const { category, country, bank_type, additional_data, sender } = account;
  const bankType = bankTypes.find((type) => type === bank_type);
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
        {sender && <SenderRow sender={sender} />}
      </SummaryList>
    </Card>
  );
}

/** The bank's name, or its id while the name is not known. */
function BankRow({ bank_id, countryName }: { bank_id: string; countryName: string }) {
  const { t } = useLingui();
  const { data: banks, isPending } = useQuery(banksQuery(countryName));
  const bank = banks?.find(({ id }) => id === bank_id);
  const unnamed = isPending ? '…' : t`Bank number ${bank_id}`;
  // Reserves the line of the code, so that nothing moves when it is loaded.
  const code = isPending ? '\u00a0' : bank?.code;
  return (
    <SummaryRow term={t(fieldViews.bank_id.label)} note={code}>
      {bank?.name ?? unnamed}
    </SummaryRow>
  );
}

const plainFields = ['email', 'phone', 'address', 'city', 'state'] as const;

/** The account's owner. Renders nothing for a wallet without one. */
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
          term={t(fieldViews.dni.label)}
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

/** Formats a calendar day in UTC, so that no time zone shifts it. */
function writeDay(day: string, locale: string): string {
  if (!isCalendarDay(day)) return day;
  return formatDate(new Date(day), locale, { dateStyle: 'long', timeZone: 'UTC' });
}
