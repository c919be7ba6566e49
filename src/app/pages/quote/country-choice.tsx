import { Trans, useLingui } from '@lingui/react/macro';
import { memo, useMemo } from 'react';
import { flushSync } from 'react-dom';
import type { Country } from '../../../contract/country.ts';
import { type Names, useNames } from '../../i18n/use-names.ts';
import { Button } from '../../ui/button.tsx';
import type { ComboboxItem } from '../../ui/combobox.tsx';
import { Combobox } from '../../ui/combobox.tsx';
import styles from './country-choice.module.css';

export type CountryChoiceProps = {
  id: string;
  countries: readonly Country[];
  country: Country | undefined;
  /** Whose account it is for, where that was chosen before. */
  recipient: string | undefined;
  /** Whose account it was for, until the person let them go. */
  dropped: string | undefined;
  missing: boolean;
  onChange: (id: string) => void;
  onDrop: () => void;
};

/** Where the money goes. It sits still while an amount is typed. */
export const CountryChoice = memo(function CountryChoice(props: CountryChoiceProps) {
  const { id, countries, country, recipient, dropped, missing, onChange, onDrop } = props;
  const { t } = useLingui();
  const names = useNames();
  const asset = t`Digital asset`;
  const items = useMemo(() => countryItems(countries, names, asset), [countries, names, asset]);

  if (recipient !== undefined && country) {
    const place = names.country(country);
    return (
      <div className={styles.recipient}>
        <p>
          <Trans>
            To <b>{recipient}</b>, {place}
          </Trans>
        </p>
        <Button
          variant="quiet"
          onClick={() => {
            flushSync(onDrop);
            document.getElementById(id)?.focus();
          }}
        >
          <Trans>To someone else</Trans>
        </Button>
      </div>
    );
  }

  return (
    <Combobox
      id={id}
      label={t`To`}
      placeholder={t`Country or digital asset`}
      items={items}
      value={country?.id ?? ''}
      onChange={onChange}
      hint={dropped && t`No longer to ${dropped}. You choose who gets it in the next step.`}
      error={missing && t`Choose where the money goes`}
    />
  );
});

/** Countries by name, then the digital assets; found by the service's name and code as well. */
function countryItems(
  countries: readonly Country[],
  names: Names,
  assetHint: string,
): ComboboxItem[] {
  const rank = ({ is_asset }: Country) => (is_asset ? 1 : 0);
  const { compare } = names;
  return countries
    .map((country) => ({ country, label: names.country(country) }))
    .sort((a, b) => rank(a.country) - rank(b.country) || compare(a.label, b.label))
    .map(({ country: { id, name, code, is_asset }, label }) => ({
      value: id,
      label,
      search: `${name} ${code}`,
      hint: is_asset ? assetHint : undefined,
    }));
}
