import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useId, useRef } from 'react';
import type { Sender } from '../../../contract/api/sender.ts';
import { maxFound, type SupportSearch } from '../../../contract/api/support.ts';
import type { AliasedTransfer } from '../../../contract/api/transfer.ts';
import { Avatar } from '../../accounts/avatar.tsx';
import { LastDigits } from '../../accounts/last-digits.tsx';
import { addToSearch } from '../../api/support.ts';
import { useFailureMessage } from '../../i18n/failure-message.ts';
import { verbatim, words } from '../../i18n/trans.ts';
import { useFormat, useMoment } from '../../i18n/use-format.ts';
import { useMoney } from '../../i18n/use-money.ts';
import { type fromLookUp, ownState } from '../../router/entry-state.ts';
import { paths } from '../../router/paths.ts';
import { FromSender } from '../../transfers/from-sender.tsx';
import { StatusBadge } from '../../transfers/status-badge.tsx';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { Icon } from '../../ui/icon.tsx';
import { Link } from '../../ui/link.tsx';
import { RecordList, RecordRow } from '../../ui/record-list.tsx';
import { Stack } from '../../ui/stack.tsx';
import { VisuallyHidden } from '../../ui/visually-hidden.tsx';
import type { Searched } from './loader.ts';
import { useMatchWords } from './recipient-card.tsx';
import styles from './support.module.css';

type RecipientResultsProps = SupportSearch['recipients'] & {
  /** The id of the recipient that is shown. */
  shown: string | undefined;
  /** True to say what they were found by, because a transfer has that number too. */
  saysWhy: boolean;
  searched: Searched;
};

/** The recipients that match; support picks the one to show. */
export function RecipientResults({ items, total, ...props }: RecipientResultsProps) {
  const { shown, searched, saysWhy } = props;
  const { q } = searched;
  const headingId = useId();
  const matchWords = useMatchWords(q);
  const end = saysWhy ? sameEnd(items) : undefined;
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
          {items.map(({ id, alias, name, bank_name, account_tail, matched, transfers }) => (
            <RecordRow
              key={id}
              lead={<Avatar id={id} alias={alias} />}
              title={
                <Link
                  to={paths.support({ recipient: id })}
                  state={ownState({ q })}
                  // Back leads to the search, past all that were picked.
                  replace={searched.recipient !== undefined}
                  preventScrollReset
                  aria-current={id === shown ? 'true' : undefined}
                >
                  {verbatim(name || alias)}
                </Link>
              }
              note={
                <>
                  {name && <bdi translate="no">{alias}</bdi>}
                  {name && bank_name && ' · '}
                  {verbatim(bank_name)} {account_tail && <LastDigits end={account_tail} />}
                  {saysWhy && end === undefined && (
                    <>
                      <br />
                      <FoundBy what={words(matchWords(matched))} />
                    </>
                  )}
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
      <ShowMore searched={searched} kind="recipients" found={{ items, total }}>
        <Trans>Show more recipients</Trans>
      </ShowMore>
    </Stack>
  );
}

function FoundBy({ what }: { what: ReactNode }) {
  return <Trans>Found by {what}</Trans>;
}

/** The end of their account numbers, when all share it and matched by nothing else. */
function sameEnd(items: SupportSearch['recipients']['items']): string | undefined {
  const ends = items.map(({ matched, account_tail }) =>
    matched.every((match) => match === 'account') ? account_tail : null,
  );
  const [end] = ends;
  return end && ends.every((one) => one === end) ? end : undefined;
}

type ShowMoreProps = {
  searched: Searched;
  kind: 'recipients' | 'transfers';
  /** Those of this kind. */
  found: { items: readonly unknown[]; total: number };
  children: ReactNode;
};

/** How many of the results are shown, and a button with these words for more. */
export function ShowMore({ searched, kind, found, children }: ShowMoreProps) {
  const client = useQueryClient();
  const more = useMutation({ mutationFn: () => addToSearch(client, searched, kind) });
  return (
    <MoreRows
      shown={found.items.length}
      total={found.total}
      isPending={more.isPending}
      error={more.error}
      onMore={more.mutate}
    >
      {children}
    </MoreRows>
  );
}

type MoreRowsProps = {
  shown: number;
  total: number;
  isPending: boolean;
  /** Why the last press brought none. */
  error: Error | null;
  /** Adds at most `maxFound`. */
  onMore: () => void;
  children: ReactNode;
};

/** How many rows are shown, and a button with these words for more. */
export function MoreRows({ shown, total, isPending, error, onMore, children }: MoreRowsProps) {
  const { whole } = useFormat();
  const failureMessage = useFailureMessage();
  const count = useRef<HTMLParagraphElement>(null);
  const [some, all] = [whole(shown), whole(total)];
  if (total <= maxFound) return null;

  function press() {
    onMore();
    // The pressed button goes with the last results.
    if (total - shown <= maxFound) count.current?.focus({ preventScroll: true });
  }

  return (
    <Stack gap="s2">
      <p ref={count} role="status" tabIndex={-1} className={styles.quiet}>
        <Trans>
          Showing {some} of {all}
        </Trans>
      </p>
      {error && <p role="alert">{failureMessage(error)}</p>}
      {shown < total && (
        <Button pending={isPending} onClick={press}>
          {children}
        </Button>
      )}
    </Stack>
  );
}

type Shown = AliasedTransfer & {
  sender?: Sender | undefined;
  first_seen_at?: string | null;
  reference?: string | undefined;
};

type TransferResultsProps = {
  items: readonly Shown[];
  /** The location's state of the pages that the rows lead to. */
  from: typeof fromLookUp;
};

/** Transfers for support, each with its number and, where the page shows several people's, its sender. */
export function TransferResults({ items, from }: TransferResultsProps) {
  const { t } = useLingui();
  const { money } = useMoney();

  return (
    <Card flush>
      <RecordList aria-label={t`Transfers`}>
        {items.map((row) => (
          <RecordRow
            key={row.id}
            to={paths.transfer(row.id)}
            state={from}
            lead={
              <Avatar id={row.destination_account_id} alias={row.alias} code={row.country_code} />
            }
            title={
              row.alias ? (
                verbatim(row.alias)
              ) : (
                <Trans>Recipient {row.destination_account_id}</Trans>
              )
            }
            note={
              <>
                {verbatim(row.id)}
                {row.first_seen_at && <FirstSeen at={row.first_seen_at} />}
                {row.reference && (
                  <>
                    {' · '}
                    {verbatim(row.reference)}
                  </>
                )}
                {row.sender && (
                  <>
                    <br />
                    <FromSender sender={row.sender} state={from} />
                  </>
                )}
              </>
            }
            figure={verbatim(money(row.destination_amount_cents, row.destination_amount_currency))}
            figureNote={
              <From source={money(row.source_amount_cents, row.source_amount_currency)} />
            }
            mark={<StatusBadge state={row.state} plain />}
          />
        ))}
      </RecordList>
    </Card>
  );
}

function FirstSeen({ at }: { at: string }) {
  const { brief } = useMoment();
  return (
    <span className={styles.seen}>
      {' · '}
      <VisuallyHidden>
        <Trans>First seen here</Trans>
      </VisuallyHidden>{' '}
      {brief(at)}
    </span>
  );
}

function From({ source }: { source: string }) {
  return <Trans>from {source}</Trans>;
}
