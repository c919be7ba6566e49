import { Plural, Trans } from '@lingui/react/macro';
import { useId } from 'react';
import type { SupportSearch } from '../../../contract/api/support.ts';
import { useFormat } from '../../i18n/use-format.ts';
import { paths } from '../../paths.ts';
import { Card } from '../../ui/card.tsx';
import { Icon } from '../../ui/icon.tsx';
import { Link } from '../../ui/link.tsx';
import { RecordList } from '../../ui/record-list.tsx';
import { RecordRow } from '../../ui/record-row.tsx';
import { Stack } from '../../ui/stack.tsx';
import { Tail } from '../../ui/tail.tsx';
import styles from './support.module.css';

export type FoundRecipientsProps = SupportSearch['recipients'] & {
  /** The one that is shown, by id. */
  shown: string | undefined;
  /** What they were found by. */
  q: string;
};

/** The recipients that were found: one of them is picked to be shown. */
export function FoundRecipients({ items, total, shown, q }: FoundRecipientsProps) {
  const headingId = useId();
  const { locale } = useFormat();
  const [some, all] = [items.length.toLocaleString(locale), total.toLocaleString(locale)];
  return (
    <Stack as="section" gap="s2">
      <h2 id={headingId}>
        <Plural value={total} one="# recipient matches" other="# recipients match" />
      </h2>
      {shown === undefined && (
        <p className={styles.quiet}>
          <Trans>Pick one to see their details and transfers.</Trans>
        </p>
      )}
      <Card flush className={styles.scroll}>
        <RecordList aria-labelledby={headingId}>
          {items.map(({ id, alias, name, bank_name, account_tail, transfers }) => (
            <RecordRow
              key={id}
              title={
                <Link
                  to={paths.support({ recipient: id })}
                  state={{ q }}
                  replace
                  preventScrollReset
                  aria-current={id === shown ? 'true' : undefined}
                >
                  {name || alias}
                </Link>
              }
              note={
                <>
                  {[name && alias, bank_name].filter(Boolean).join(' · ')}{' '}
                  {account_tail && <Tail end={account_tail} />}
                </>
              }
              figure={
                id === shown && (
                  <span className={styles.picked}>
                    <Icon name="check" />
                    <Trans>Shown</Trans>
                  </span>
                )
              }
              figureNote={<Plural value={transfers} one="# transfer" other="# transfers" />}
            />
          ))}
        </RecordList>
      </Card>
      {total > items.length && (
        <p className={styles.quiet}>
          <Trans>
            {some} of {all}; narrow the search
          </Trans>
        </p>
      )}
    </Stack>
  );
}
