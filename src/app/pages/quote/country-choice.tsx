import { Trans, useLingui } from '@lingui/react/macro';
import { memo, useMemo } from 'react';
import { flushSync } from 'react-dom';
import type { Country } from '../../../contract/country.ts';
import { Avatar } from '../../accounts/avatar.tsx';
import { words } from '../../i18n/trans.ts';
import { countryItems, useNames } from '../../i18n/use-names.ts';
import { Button } from '../../ui/button.tsx';
import { Combobox } from '../../ui/combobox.tsx';
import styles from './country-choice.module.css';
import type { Recipient } from './draft.ts';

type CountryChoiceProps = {
  id: string;
  countries: readonly Country[];
  country: Country | undefined;
  /** The recipient, if one was chosen before the amount. */
  recipient: Recipient | undefined;
  /** Alias of the recipient that the person has just removed. */
  dropped: string | undefined;
  missing: boolean;
  onChange: (id: string) => void;
  onDrop: () => void;
};

/** The destination country. Memoized, because the page renders at every key. */
export const CountryChoice = memo(function CountryChoice(props: CountryChoiceProps) {
  const { id, countries, country, dropped, missing, onChange, onDrop } = props;
  const { t } = useLingui();
  const names = useNames();
  const asset = t`Digital asset`;
  const items = useMemo(() => countryItems(countries, names, asset), [countries, names, asset]);

  if (props.recipient && country) {
    const place = words(names.country(country));
    const { id: account, alias: recipient } = props.recipient;
    return (
      <div className={styles.recipient}>
        <Avatar id={account} alias={recipient} size="small" />
        <p>
          <Trans>
            To <b>{recipient}</b>, {place}
          </Trans>
        </p>
        <Button
          variant="quiet"
          aria-label={t`Change recipient`}
          onClick={() => {
            flushSync(onDrop);
            document.getElementById(id)?.focus();
          }}
        >
          <Trans>Change</Trans>
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
      hint={
        dropped &&
        t`This transfer is no longer for ${dropped}. Choose the recipient in the next step.`
      }
      error={missing && t`Choose where the money goes`}
    />
  );
});
