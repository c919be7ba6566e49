import { Trans, useLingui } from '@lingui/react/macro';
import { memo, useMemo } from 'react';
import { flushSync } from 'react-dom';
import type { Country } from '../../../contract/country.ts';
import { countryItems, useNames } from '../../i18n/use-names.ts';
import { Button } from '../../ui/button.tsx';
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
