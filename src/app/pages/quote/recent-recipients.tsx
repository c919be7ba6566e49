import { Trans, useLingui } from '@lingui/react/macro';
import type { CSSProperties } from 'react';
import type { RecentRecipient } from '../../../contract/api/recent-recipient.ts';
import { Avatar } from '../../accounts/avatar.tsx';
import { useMoney } from '../../i18n/use-money.ts';
import { paths } from '../../router/paths.ts';
import { Drawing } from '../../ui/icon.tsx';
import { Link } from '../../ui/link.tsx';
import { textEms } from '../../ui/text-ems.ts';
import styles from './recent-recipients.module.css';

const plusIcon = 'M8 3v10M3 8h10';

type RecentRecipientsProps = {
  recent: readonly RecentRecipient[];
  /** The id of the chosen recipient. */
  chosen: string | undefined;
};

/** Whom the person sent to last: a press fills the form in with the last amount. Links, so before hydration too. */
export function RecentRecipients({ recent, chosen }: RecentRecipientsProps) {
  const { t } = useLingui();
  return (
    <nav aria-label={t`Send again`} className={styles.recent}>
      <ul className={styles.list}>
        {recent.map((one) => (
          <li key={one.id}>
            <RecentRecipientLink recent={one} isChosen={one.id === chosen} />
          </li>
        ))}
        <li>
          <Link to={paths.newRecipient()} aria-label={t`New recipient`} className={styles.one}>
            <span className={styles.plus}>
              <Drawing path={plusIcon} size={20} />
            </span>
            <span className={styles.alias}>
              <Trans>New</Trans>
            </span>
          </Link>
        </li>
      </ul>
    </nav>
  );
}

type RecentRecipientLinkProps = { recent: RecentRecipient; isChosen: boolean };

function RecentRecipientLink({ recent, isChosen }: RecentRecipientLinkProps) {
  const { id, alias, country_code, source_amount_cents, source_amount_currency } = recent;
  const amount = useMoney().money(source_amount_cents, source_amount_currency);
  // The figure may go below its currency, but it is never broken.
  const [currency = '', ...figure] = amount.split('\u00a0');
  const figures = figure.join('\u00a0');
  const ems: CSSProperties & { '--ems': number } = { '--ems': textEms(figures) };
  return (
    <Link
      to={sameAgain(recent)}
      preventScrollReset
      aria-current={isChosen ? 'true' : undefined}
      className={styles.one}
    >
      <Avatar id={id} alias={alias} code={country_code} />
      <bdi translate="no" className={styles.alias}>
        {alias}
      </bdi>{' '}
      <span translate="no" className={styles.amount} style={ems}>
        {currency} {figures}
      </span>
    </Link>
  );
}

/** The address of the quote with the recipient, currencies and amount of the last send. */
function sameAgain(last: RecentRecipient): string {
  return paths.quote({
    source_amount_cents: last.source_amount_cents.toString(),
    source_amount_currency: last.source_amount_currency,
    destination_amount_currency: last.destination_amount_currency,
    country_id: last.country_id ?? undefined,
    destination_account_id: last.id,
  });
}
