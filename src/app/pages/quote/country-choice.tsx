import { useLingui } from '@lingui/react/macro';
import { memo, useMemo } from 'react';
import type { Country } from '../../../contract/country.ts';
import { useNames } from '../../i18n/use-names.ts';
import { Combobox } from '../../ui/combobox.tsx';
import { countryItems } from './choices.ts';

export type CountryChoiceProps = {
  id: string;
  countries: readonly Country[];
  /** The id of the country; '' when none is chosen. */
  value: string;
  /** Whose account it is for, where that was chosen before. */
  recipient: string | undefined;
  missing: boolean;
  onChange: (id: string) => void;
};

/** Where the money goes. It sits still while an amount is typed. */
export const CountryChoice = memo(function CountryChoice(props: CountryChoiceProps) {
  const { id, countries, value, recipient, missing, onChange } = props;
  const { t } = useLingui();
  const names = useNames();
  const asset = t`Digital asset`;
  const items = useMemo(() => countryItems(countries, names, asset), [countries, names, asset]);
  return (
    <Combobox
      id={id}
      label={t`To`}
      placeholder={t`Country or digital asset`}
      items={items}
      value={value}
      onChange={onChange}
      hint={recipient && t`For ${recipient}`}
      error={missing && t`Choose where the money goes`}
    />
  );
});
