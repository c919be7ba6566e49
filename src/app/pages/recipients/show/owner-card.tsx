import { Trans, useLingui } from '@lingui/react/macro';
import { isCalendarDay } from '../../../../contract/birthdate.ts';
import { fieldLabels } from '../../../accounts/field-labels.ts';
import { MaskedRow } from '../../../accounts/masked-row.tsx';
import type { Numbers } from '../../../accounts/use-numbers.ts';
import { dateFormat } from '../../../i18n/date-format.ts';
import { useAccountWords } from '../../../i18n/use-account-words.ts';
import { useFormat } from '../../../i18n/use-format.ts';
import { Card } from '../../../ui/card.tsx';
import { SummaryList } from '../../../ui/summary-list.tsx';
import { SummaryRow } from '../../../ui/summary-row.tsx';

const plainFields = ['email', 'phone', 'address', 'city', 'state'] as const;

export type OwnerCardProps = { numbers: Numbers };

/** Who the money is for; nothing at all for a wallet without an owner. */
export function OwnerCard({ numbers }: OwnerCardProps) {
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
          term={t(fieldLabels.dni_type)}
          kind={documentType(account)}
          field="dni"
          numbers={numbers}
        />
        {plainFields.map((field) => {
          const text = account[field];
          return (
            text && (
              <SummaryRow key={field} term={t(fieldLabels[field])}>
                {text}
              </SummaryRow>
            )
          );
        })}
        {birthdate && (
          <SummaryRow term={t(fieldLabels.birthdate)}>{writeDay(birthdate, locale)}</SummaryRow>
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
