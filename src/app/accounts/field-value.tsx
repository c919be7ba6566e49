import type { MessageDescriptor } from '@lingui/core';
import { Trans, useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import type { AccountField } from '../../contract/account-fields.ts';
import type { AccountDetails } from '../../contract/api/destination-account.ts';
import { isCalendarDay } from '../../contract/birthdate.ts';
import { isOfKind } from '../../contract/field-kinds.ts';
import { banksQuery } from '../api/reference.ts';
import { formatDate } from '../i18n/intl.ts';
import { verbatim } from '../i18n/trans.ts';
import { useFormat } from '../i18n/use-format.ts';
import { fieldViews } from './account-fields.ts';

export type FieldValueProps = { account: AccountDetails; field: AccountField };

/** The value of one field of an account, in words by its kind. */
export function FieldValue({ account, field }: FieldValueProps) {
  const { t } = useLingui();
  const { locale } = useFormat();
  const value = account[field];
  if (!value) return <Trans>nothing</Trans>;
  if (field === 'category') return value === 'bank' ? t`Bank account` : t`Wallet`;
  if (isOfKind(field, 'choice')) {
    // A value that the contract does not have stays as it is.
    const options: Record<string, MessageDescriptor> = fieldViews[field].options;
    const option = Object.hasOwn(options, value) ? options[value] : undefined;
    return option ? t(option) : value;
  }
  if (isOfKind(field, 'id')) return <BankName account={account} bank_id={value} />;
  return isOfKind(field, 'day') ? writeDay(value, locale) : verbatim(value);
}

type BankNameProps = Pick<FieldValueProps, 'account'> & { bank_id: string };

// A component of its own: a disabled query of the other fields would keep the server from reading the banks.
function BankName({ account: { country }, bank_id }: BankNameProps) {
  const { data: banks } = useQuery({
    ...banksQuery(country?.name ?? ''),
    enabled: Boolean(country),
  });
  return verbatim(banks?.find(({ id }) => id === bank_id)?.name ?? bank_id);
}

/** Formats a calendar day in UTC, so that no time zone shifts it. */
function writeDay(day: string, locale: string): string {
  if (!isCalendarDay(day)) return day;
  return formatDate(new Date(day), locale, { dateStyle: 'long', timeZone: 'UTC' });
}
