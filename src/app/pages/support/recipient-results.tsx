import { Plural, Trans } from '@lingui/react/macro';
import { useId } from 'react';
import type { SupportSearch } from '../../../contract/api/support.ts';
import { Avatar } from '../../accounts/avatar.tsx';
import { LastDigits } from '../../accounts/last-digits.tsx';
import { useFormat } from '../../i18n/use-format.ts';
import { ownState } from '../../router/entry-state.ts';
import { paths } from '../../router/paths.ts';
import { Card } from '../../ui/card.tsx';
import { Icon } from '../../ui/icon.tsx';
import { Link } from '../../ui/link.tsx';
import { RecordList, RecordRow } from '../../ui/record-list.tsx';
import { Stack } from '../../ui/stack.tsx';
import styles from './support.module.css';

export type RecipientResultsProps = SupportSearch['recipients'] & {
  /** The id of the recipient that is shown. */
  shown: string | undefined;
  /** The search text. */
  q: string;
  /** True to name the account number they were found by, because a transfer has that number too. */
  byEnd: boolean;
};

/** The recipients that match; support picks the one to show. */
export function RecipientResults({ items, total, shown, q, byEnd }: RecipientResultsProps) {
  const headingId = useId();
  const { whole } = useFormat();
  const end = byEnd ? sameEnd(items) : undefined;
  const [some, all] = [whole(items.length), whole(total)];
  return (
    <Stack as="section" gap="s2">
      <h2 id={headingId}>
        {end === undefined ? (
          <Plural value={total} one="# recipient matches" other="# recipients match" />
        ) : (
          <Trans>Account ending in {end}</Trans>
        )}
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
              lead={<Avatar id={id} alias={alias} />}
              title={
                <Link
                  to={paths.support({ recipient: id })}
                  state={ownState({ q })}
                  replace
                  preventScrollReset
                  aria-current={id === shown ? 'true' : undefined}
                >
                  {name || alias}
                </Link>
              }
              note={
                <>
                  {name && <bdi>{alias}</bdi>}
                  {name && bank_name && ' · '}
                  {bank_name} {account_tail && <LastDigits end={account_tail} />}
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
            Showing {some} of {all}. Narrow the search.
          </Trans>
        </p>
      )}
    </Stack>
  );
}

/** The end of their account numbers, when all share it and matched by nothing else. */
function sameEnd(items: SupportSearch['recipients']['items']): string | undefined {
  const ends = items.map(({ matched, account_tail }) =>
    matched.every((match) => match === 'account') ? account_tail : null,
  );
  const [end] = ends;
  return end && ends.every((one) => one === end) ? end : undefined;
}
