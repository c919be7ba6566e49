import type { MessageDescriptor } from '@lingui/core';
import { Trans, useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { type AccountField, isOfKind } from '../../contract/account-fields.ts';
import type { DestinationAccount } from '../../contract/api/destination-account.ts';
import { isCalendarDay } from '../../contract/birthdate.ts';
import { banksQuery } from '../api/reference.ts';
import { formatDate } from '../i18n/intl.ts';
import { useFormat } from '../i18n/use-format.ts';
import { fieldViews } from './account-fields.ts';

export type FieldValueProps = { account: DestinationAccount; field: AccountField };

/** The value of one field of an account, in words by its kind. */
export function FieldValue({ account, field }: FieldValueProps) {
  const { t } = useLingui();
  const { locale } = useFormat();
  const { data: banks } = useQuery({
    ...banksQuery(account.country?.name ?? ''),
    enabled: isOfKind(field, 'id') && Boolean(account.country),
  });

  function words(value: string): string {
    if (field === 'category') return value === 'bank' ? t`Bank account` : t`Wallet`;
    if (isOfKind(field, 'choice')) {
      // A value that the contract does not have stays as it is.
      const options: Record<string, MessageDescriptor> = fieldViews[field].options;
      const option = Object.hasOwn(options, value) ? options[value] : undefined;
      return option ? t(option) : value;
    }
    if (isOfKind(field, 'id')) return banks?.find(({ id }) => id === value)?.name ?? value;
    return isOfKind(field, 'day') ? writeDay(value, locale) : value;
  }

  const value = account[field];
  return value ? words(value) : <Trans>nothing</Trans>;
}

/** Formats a calendar day in UTC, so that no time zone shifts it. */
function writeDay(day: string, locale: string): string {
  if (!isCalendarDay(day)) return day;
  return formatDate(new Date(day), locale, { dateStyle: 'long', timeZone: 'UTC' });
}
