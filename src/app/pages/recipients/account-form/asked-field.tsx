import { Trans, useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { useWatch } from 'react-hook-form';
import { isOfKind } from '../../../../contract/field-kinds.ts';
import { numberKeys } from '../../../../contract/same-account.ts';
import {
  fieldsOf,
  fieldViews,
  type PartField,
  sentText,
} from '../../../accounts/account-fields.ts';
import { accountsQuery } from '../../../api/accounts.ts';
import { FormChoiceChips } from '../../../form/form-fields.tsx';
import { today } from '../../../i18n/intl.ts';
import { paths } from '../../../router/paths.ts';
import { Link } from '../../../ui/link.tsx';
import { BankSelect } from './bank-select.tsx';
import { CheckedField, type CheckedFieldProps, useIsKnown } from './checked-field.tsx';

export type AskedFieldProps = Omit<CheckedFieldProps, 'name' | 'warning' | 'optional'> & {
  name: PartField;
  optional: boolean;
  /** The id of the recipient that is edited or copied. */
  own?: string | undefined;
};

/** Asks for a field by its kind. A kind that is not here does not compile. */
export function AskedField({ name, own, ...asked }: AskedFieldProps) {
  const { t } = useLingui();
  const { control, optional, place } = asked;
  if (isOfKind(name, 'id')) {
    // The banks of another country are another list.
    return place && <BankSelect key={place.id} {...{ control, name, optional }} country={place} />;
  }
  if (isOfKind(name, 'choice')) {
    const { label, options } = fieldViews[name];
    return (
      <FormChoiceChips
        control={control}
        name={name}
        label={t(label)}
        options={Object.entries(options).map(([value, words]) => ({ value, label: t(words) }))}
      />
    );
  }
  if (isOfKind(name, 'day')) {
    return <CheckedField {...asked} name={name} min="1900-01-01" max={today()} />;
  }
  const isOfAccount = fieldsOf('account').some((one) => one === name);
  const hint = isOfKind(name, 'code') ? fieldViews[name].hint : null;
  return isOfAccount ? (
    <NumberField {...(hint && { hint: t(hint) })} {...asked} name={name} own={own} />
  ) : (
    <CheckedField {...asked} name={name} />
  );
}

type NumberFieldProps = Omit<CheckedFieldProps, 'warning'> & {
  /** The id of the recipient that is edited or copied. */
  own: string | undefined;
};

/** A number of the account. Says which recipient already has it. */
export function NumberField({ own, ...field }: NumberFieldProps) {
  const { control, name } = field;
  const values = useWatch({ control });
  const keys = numberKeys({
    ...values,
    ...(values.category === 'bank' && {
      bank_number: sentText('bank_number', values.bank_number ?? ''),
    }),
  }).filter((key) => key.field === name);
  const texts: Partial<Record<string, string>> = values;
  const isKnown = useIsKnown(name, texts[name] ?? '', undefined);
  // Loaded once there is another number to compare.
  const { data: accounts = [] } = useQuery({
    ...accountsQuery,
    enabled: keys.length > 0 && !isKnown,
  });
  const same = accounts.find(
    (account) =>
      account.id !== own &&
      numberKeys(account).some((known) => keys.some(({ key }) => key === known.key)),
  );
  return (
    <CheckedField
      {...field}
      warning={
        same && (
          <Trans>
            You already have this account: {/* In another tab, so that the form stays. */}
            <Link to={paths.recipient(same.id)} target="_blank">
              {same.alias}
            </Link>
          </Trans>
        )
      }
    />
  );
}
