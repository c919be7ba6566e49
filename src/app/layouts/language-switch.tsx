import { Trans, useLingui } from '@lingui/react/macro';
import { useId, useState, useTransition } from 'react';
import { type AppLocale, appLocales, languageTags } from '../../contract/api/languages.ts';
import { useEarlyEntry } from '../hydration/hydrated-part.tsx';
import { switchLocale } from '../i18n/own-locale.ts';
import { Icon } from '../ui/icon.tsx';
import styles from './language-switch.module.css';

// Each in its own language, so that a person who reads no other finds it.
export const languageNames: Record<AppLocale, string> = {
  en: 'English',
  es: 'Español',
  pt: 'Português',
};

/** Changes the language without a reload, so that a half-filled form stays. */
export function useLanguageChoice() {
  const [isFailed, setFailed] = useState(false);
  const [, startTransition] = useTransition();

  function choose(value: string) {
    const locale = appLocales.find((candidate) => candidate === value);
    if (!locale) return;
    startTransition(async () => {
      const failed = await switchLocale(locale).then(
        () => false,
        () => true,
      );
      setFailed(failed);
    });
  }
  return { choose, isFailed };
}

export function LanguageFailed() {
  return (
    <p role="alert" className={styles.error}>
      <Trans>We couldn’t load this language. Try again.</Trans>
    </p>
  );
}

export function LanguageSwitch() {
  const { t, i18n } = useLingui();
  const id = useId();
  const { choose, isFailed } = useLanguageChoice();
  useEarlyEntry(id, i18n.locale, choose);

  return (
    <div className={styles.language}>
      <div className={styles.frame}>
        <Icon name="globe" />
        <select
          id={id}
          aria-label={t`Language`}
          value={i18n.locale}
          onChange={(event) => choose(event.currentTarget.value)}
          className={styles.select}
        >
          {appLocales.map((locale) => (
            <option key={locale} value={locale} lang={languageTags[locale]}>
              {languageNames[locale]}
            </option>
          ))}
        </select>
        <Icon name="chevron" size={14} />
      </div>
      {isFailed && <LanguageFailed />}
    </div>
  );
}
