import { Trans, useLingui } from '@lingui/react/macro';
import { type ReactNode, useId } from 'react';
import {
  type ColorScheme,
  colorSchemeOf,
  colorSchemes,
} from '../../../../contract/api/color-scheme.ts';
import { appLocales, languageTags } from '../../../../contract/api/languages.ts';
import { chooseColorScheme, useColorScheme } from '../../../brand/color-scheme.ts';
import { useEarlyEntry } from '../../../hydration/hydrated-part.tsx';
import {
  LanguageFailed,
  languageNames,
  useLanguageChoice,
} from '../../../layouts/language-switch.tsx';
import { Card } from '../../../ui/card.tsx';
import styles from '../settings.module.css';
import { SettingsFrame } from '../settings-frame.tsx';

export function Page() {
  return (
    <SettingsFrame group="appearance">
      <LanguageCard />
      <ThemeCard />
    </SettingsFrame>
  );
}

/** The same choice as in the account menu. */
function LanguageCard() {
  const { i18n } = useLingui();
  const { choose, isFailed } = useLanguageChoice();
  return (
    <Card>
      <Radios
        name="language"
        label={<Trans>Language</Trans>}
        value={i18n.locale}
        options={appLocales.map((locale) => ({
          value: locale,
          label: <span lang={languageTags[locale]}>{languageNames[locale]}</span>,
        }))}
        onChange={choose}
      />
      {isFailed && <LanguageFailed />}
    </Card>
  );
}

/** Kept on this device, signed in or not. */
function ThemeCard() {
  const { t } = useLingui();
  const scheme = useColorScheme();
  const names = { light: t`Light`, dark: t`Dark` } as const satisfies Record<ColorScheme, string>;
  return (
    <Card>
      <Radios
        name="theme"
        label={<Trans>Theme on this device</Trans>}
        value={scheme ?? ''}
        options={[
          { value: '', label: <Trans>Same as the device</Trans> },
          ...colorSchemes.map((value) => ({ value, label: names[value] })),
        ]}
        onChange={(value) => chooseColorScheme(colorSchemeOf(value))}
      />
    </Card>
  );
}

type RadiosProps = {
  name: string;
  label: ReactNode;
  value: string;
  options: readonly { value: string; label: ReactNode }[];
  onChange: (value: string) => void;
};

function Radios({ name, label, value, options, onChange }: RadiosProps) {
  const id = useId();
  useEarlyEntry(id, value, onChange);
  return (
    <fieldset id={id} className={styles.topic}>
      <legend>{label}</legend>
      {options.map((option) => (
        <label key={option.value} className={styles.tick}>
          <input
            type="radio"
            name={name}
            value={option.value}
            checked={option.value === value}
            onChange={() => onChange(option.value)}
          />
          {option.label}
        </label>
      ))}
    </fieldset>
  );
}
