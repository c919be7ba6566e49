import { useLingui } from '@lingui/react/macro';
import type { Control } from 'react-hook-form';
import { dniTypes } from '../../../../contract/destination-account.ts';
import { fieldLabels } from '../../../accounts/field-labels.ts';
import { FormSelectField } from '../../../form/form-select-field.tsx';
import { FormTextField } from '../../../form/form-text-field.tsx';
import type { AccountValues } from './account-values.ts';
import { documentNames } from './account-words.ts';
import { CheckedField } from './checked-field.tsx';
import { FieldPair } from './field-pair.tsx';

export type OwnerFieldsProps = {
  control: Control<AccountValues>;
  /** True for a wallet (contract 2.3). */
  optional: boolean;
};

/** Who owns the account. */
export function OwnerFields({ control, optional }: OwnerFieldsProps) {
  const { t } = useLingui();
  // The browser would fill in the sender's own data.
  const common = { control, optional, autoComplete: 'off' };
  const name = { ...common, autoCapitalize: 'words', spellCheck: false };
  return (
    <>
      <FieldPair>
        <FormTextField {...name} name="first_name" label={t(fieldLabels.first_name)} />
        <FormTextField {...name} name="last_name" label={t(fieldLabels.last_name)} />
      </FieldPair>
      <FieldPair>
        <FormSelectField
          {...common}
          name="dni_type"
          label={t(fieldLabels.dni_type)}
          placeholder={t`Choose`}
          options={dniTypes.map((value) => ({ value, label: t(documentNames[value]) }))}
        />
        <FormTextField
          {...common}
          name="dni"
          label={t(fieldLabels.dni)}
          autoCapitalize="characters"
          autoCorrect="off"
          spellCheck={false}
        />
      </FieldPair>
      <CheckedField {...common} name="email" type="email" label={t(fieldLabels.email)} />
      <FieldPair>
        <FormTextField {...name} name="address" label={t(fieldLabels.address)} />
        <FormTextField {...name} name="city" label={t(fieldLabels.city)} />
      </FieldPair>
    </>
  );
}
