import { useLingui } from '@lingui/react/macro';
import type { Control } from 'react-hook-form';
import { localDay } from '../../../accounts/check-digits/birthdate.ts';
import { fieldLabels } from '../../../accounts/field-labels.ts';
import { FormTextField } from '../../../form/form-text-field.tsx';
import type { AccountValues } from './account-values.ts';
import { CheckedField } from './checked-field.tsx';
import { FieldPair } from './field-pair.tsx';

export type RareFieldsProps = { control: Control<AccountValues> };

/** What the service takes of an owner but never asks for (contract 2.3). */
export function RareFields({ control }: RareFieldsProps) {
  const { t } = useLingui();
  const common = { control, optional: true, autoComplete: 'off' };
  return (
    <>
      <FormTextField
        {...common}
        name="state"
        label={t(fieldLabels.state)}
        autoCapitalize="words"
        spellCheck={false}
      />
      <FieldPair>
        <CheckedField {...common} name="phone" type="tel" label={t(fieldLabels.phone)} />
        <CheckedField
          {...common}
          name="birthdate"
          type="date"
          max={localDay(new Date())}
          label={t(fieldLabels.birthdate)}
        />
      </FieldPair>
    </>
  );
}
