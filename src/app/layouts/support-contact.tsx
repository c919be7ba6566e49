import { Trans } from '@lingui/react/macro';
import { useQueryClient } from '@tanstack/react-query';
import { settingsQuery } from '../api/session.ts';
import styles from './support-contact.module.css';

export type SupportContactProps = {
  /** What it is about, as the subject of an e-mail: a number, and nothing of a person. */
  about?: string | undefined;
};

/** How to reach support, as the operator has configured it; else whom to ask. */
export function SupportContact({ about }: SupportContactProps) {
  // Every page's loader reads them; a page that stands for a failed one may be without.
  const support = useQueryClient().getQueryData(settingsQuery.queryKey)?.support;
  const { email, phone, url } = support ?? {};
  if (!email && !phone && !url) return <AskAdministrator />;
  const subject = about === undefined ? '' : `?subject=${encodeURIComponent(about)}`;
  return (
    <p className={styles.contact}>
      <span>
        <Trans>Contact support:</Trans>
      </span>
      {email && <a href={`mailto:${email}${subject}`}>{email}</a>}
      {phone && <a href={`tel:${phone.replace(/[^\d+]/g, '')}`}>{phone}</a>}
      {url && (
        <a href={url} target="_blank" rel="noreferrer">
          {url.replace(/^https:\/\/|\/$/g, '')}
        </a>
      )}
    </p>
  );
}

/** Where nothing is configured, or not known yet. */
export function AskAdministrator() {
  return (
    <p>
      <Trans>For help, ask your administrator.</Trans>
    </p>
  );
}
