import { Plural, Trans } from '@lingui/react/macro';
import { useQueries } from '@tanstack/react-query';
import { type ReactNode, useId, useRef, useState } from 'react';
import { maxFound, type SupportSearch } from '../../../contract/api/support.ts';
import { Avatar } from '../../accounts/avatar.tsx';
import { LastDigits } from '../../accounts/last-digits.tsx';
import { supportSearchQuery } from '../../api/support.ts';
import { useFailureMessage } from '../../i18n/failure-message.ts';
import { useFormat } from '../../i18n/use-format.ts';
import { ownState } from '../../router/entry-state.ts';
import { paths } from '../../router/paths.ts';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { Icon } from '../../ui/icon.tsx';
import { Link } from '../../ui/link.tsx';
import { RecordList, RecordRow } from '../../ui/record-list.tsx';
import { Stack } from '../../ui/stack.tsx';
import type { Searched } from './loader.ts';
import { useMatchWords } from './recipient-card.tsx';
import styles from './support.module.css';

export type RecipientResultsProps = SupportSearch['recipients'] & {
  /** The id of the recipient that is shown. */
  shown: string | undefined;
  /** The search text. */
  q: string;
  /** True to say what they were found by, because a transfer has that number too. */
  saysWhy: boolean;
  more: More;
};

/** The recipients that match; support picks the one to show. */
export function RecipientResults({ items, total, ...props }: RecipientResultsProps) {
  const { shown, q, saysWhy, more } = props;
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
                  {saysWhy && end === undefined && (
                    <>
                      <br />
                      <FoundBy what={matchWords(matched)} />
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
      <ShowMore more={more}>
        <Trans>Show more recipients</Trans>
      </ShowMore>
    </Stack>
  );
}

function FoundBy({ what }: { what: string }) {
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

type Kind = 'recipients' | 'transfers';

export type More = {
  /** How many are shown, with those of the first answer, and how many match. */
  shown: number;
  total: number;
  /** False when all are shown from the first answer on. */
  isNeeded: boolean;
  isEnd: boolean;
  isPending: boolean;
  error: Error | null;
  show: () => void;
};

/** The answer with all results that were asked for since, and how to ask for more of each kind. */
export function useAllFound({ q, recipient }: Searched, first: SupportSearch | undefined) {
  // Whatever recipient is picked, the list of recipients stays.
  const recipients = useMore('recipients', { q, recipient: undefined }, first);
  const transfers = useMore('transfers', { q, recipient }, first);
  const found = first && {
    ...first,
    recipients: {
      ...first.recipients,
      items: [first, ...recipients.pages].flatMap((page) => page.recipients.items),
    },
    transfers: {
      ...first.transfers,
      items: [first, ...transfers.pages].flatMap((page) => page.transfers.items),
    },
  };
  return { found, more: { recipients: recipients.more, transfers: transfers.more } };
}

function useMore(kind: Kind, { q, recipient }: Searched, first: SupportSearch | undefined) {
  const start = first?.[kind].next_cursor ?? null;
  // Another answer to the same text may end at another record: its pages begin there.
  const of = `${recipient} ${start}`;
  const [asked, setAsked] = useState<{ of: string; cursors: string[] }>({ of, cursors: [] });
  const cursors = asked.of === of ? asked.cursors : [];
  const queries = useQueries({
    queries: cursors.map((cursor) =>
      supportSearchQuery(q, recipient, { [`${kind}_cursor`]: cursor }),
    ),
  });
  const pages = queries.flatMap(({ data }) => data ?? []);
  const last = queries.at(-1);
  const next = last ? (last.data?.[kind].next_cursor ?? null) : start;
  const counted = first ? [first, ...pages] : pages;
  const more: More = {
    shown: counted.reduce((sum, page) => sum + page[kind].items.length, 0),
    total: first?.[kind].total ?? 0,
    isNeeded: start !== null,
    isEnd: next === null && !last?.error,
    isPending: last?.isFetching ?? false,
    error: last?.error ?? null,
    show() {
      if (last?.error) void last.refetch();
      else if (next !== null) setAsked({ of, cursors: [...cursors, next] });
    },
  };
  return { pages, more };
}

export type ShowMoreProps = { more: More; children: ReactNode };

/** How many of the results are shown, and a button with these words for more. */
export function ShowMore({ more, children }: ShowMoreProps) {
  const { shown, total, isNeeded, isEnd, isPending, error, show } = more;
  const { whole } = useFormat();
  const failureMessage = useFailureMessage();
  const count = useRef<HTMLParagraphElement>(null);
  const [some, all] = [whole(shown), whole(total)];
  if (!isNeeded) return null;

  function press() {
    show();
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
      {(!isEnd || isPending) && (
        <Button pending={isPending} onClick={press}>
          {children}
        </Button>
      )}
    </Stack>
  );
}
