import { Trans } from '@lingui/react/macro';
import { useQueryClient } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { type Settings, urlLabel } from '../../contract/api/session.ts';
import { settingsQuery } from '../api/session.ts';
import { verbatim } from '../i18n/trans.ts';
import styles from './support-contact.module.css';

type SupportContactProps = {
  /** The email's subject: a number, never personal data. */
  about?: string | undefined;
  /** What the person may ask; replaces 'For help'. */
  question?: ReactNode;
};

/** The support contact that the operator configured, or else the advice to ask the administrator. */
export function SupportContact({ about, question }: SupportContactProps) {
  // Every loader fetches the settings, but an error page may have to do without.
  const support = useQueryClient().getQueryData(settingsQuery.queryKey)?.support;
  if (!support || !Object.values(support).some(Boolean))
    return <AskAdministrator question={question} />;
  const subject = about === undefined ? '' : `?subject=${encodeURIComponent(about)}`;
  return (
    <p className={styles.contact}>
      <span>
        {question} <Trans>Contact support:</Trans>
      </span>
      <ContactLinks support={support} subject={subject} />
    </p>
  );
}

type ContactLinksProps = { support: Settings['support']; subject: string };

function ContactLinks({ support, subject }: ContactLinksProps) {
  const { email, phone, url } = support;
  return (
    <>
      {email && (
        <a href={`mailto:${email}${subject}`} className={styles.item}>
          {verbatim(email)}
        </a>
      )}
      {phone && (
        <a href={`tel:${phone.replace(/[^\d+]/g, '')}`} className={styles.item}>
          {verbatim(phone)}
        </a>
      )}
      {url && (
        <a href={url} target="_blank" rel="noreferrer" className={styles.item}>
          {verbatim(urlLabel(url))}
        </a>
      )}
    </>
  );
}

/** Shown when no contact is configured, or the settings are not loaded. */
function AskAdministrator({ question }: Pick<SupportContactProps, 'question'>) {
  return (
    <p>
      {question ? (
        <>
          {question} <Trans>Ask your administrator.</Trans>
        </>
      ) : (
        <Trans>For help, ask your administrator.</Trans>
      )}
    </p>
  );
}
