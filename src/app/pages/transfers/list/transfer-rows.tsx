import { Plural, Trans, useLingui } from '@lingui/react/macro';
import {
  type CSSProperties,
  type FocusEvent,
  memo,
  type Ref,
  useCallback,
  useEffect,
  useRef,
} from 'react';
import type { ListSearch } from '../../../../contract/api/list-search.ts';
import { referenceOf } from '../../../../contract/api/send-key.ts';
import { Avatar } from '../../../accounts/avatar.tsx';
import { sameForAll } from '../../../hydration/same-for-all.ts';
import { verbatim, withVerbatim } from '../../../i18n/trans.ts';
import type { MoneyFormat } from '../../../i18n/use-money.ts';
import { fromList } from '../../../router/entry-state.ts';
import { paths } from '../../../router/paths.ts';
import { useListShortcuts } from '../../../shortcuts/use-list-shortcuts.ts';
import { StatusBadge } from '../../../transfers/status-badge.tsx';
import { classNames } from '../../../ui/class-names.ts';
import { RowLink } from '../../../ui/record-list.tsx';
import { textEms } from '../../../ui/text-ems.ts';
import { VisuallyHidden } from '../../../ui/visually-hidden.tsx';
import { useDayGroups } from './day-groups.ts';
import { isOpenRow, type ListRow } from './list-rows.ts';
import { linkOf, scrollOf, useScrollRestoration } from './scroll-restoration.ts';
import styles from './transfer-rows.module.css';
import { type TransferListState, useWindowsInView } from './transfer-windows.ts';
import { useVirtualRows } from './use-virtual-rows.ts';

/** Rows left below the viewport when the next page is prefetched. */
const readAhead = 30;

type TransferRowsProps = {
  search: ListSearch;
  list: TransferListState;
  /** Transfers that match, loaded or not. */
  total: number;
  money: MoneyFormat['money'];
  onSearchKey: () => void;
  onHelpKey: () => void;
};

/** The virtualized list of transfers, under a heading for each day or month where it is in order of time. */
export function TransferRows(props: TransferRowsProps) {
  const { search, list, total, money, onSearchKey, onHelpKey } = props;
  const { t } = useLingui();
  const { rows, windows } = list;
  const { starts, headingAt, seenAt } = useDayGroups(rows, search.sort);
  const element = useRef<HTMLUListElement>(null);
  const { left, active, setActive } = useScrollRestoration(windows.data?.pages.length ?? 0);
  const { virtualizer, visible, height, activeIndex, firstInView } = useVirtualRows({
    list: element,
    rows,
    starts,
    active,
    initialScroll: left && scrollOf(left, starts),
  });
  const { range } = virtualizer;

  useWindowsInView(search, list, range);

  const { hasNextPage, isFetching, isFetchNextPageError, fetchNextPage } = windows;
  const isNearEnd = range !== null && range.endIndex > rows.length - readAhead;
  const readsOn = isNearEnd && hasNextPage && !isFetching && !isFetchNextPageError;
  // Scrolling near the end is no React event: fetches the next page.
  useEffect(() => {
    if (readsOn) void fetchNextPage();
  }, [readsOn, fetchNextPage]);

  const wanted = useRef<string>(null);
  const focusWanted = useCallback(() => {
    const link = linkOf(wanted.current);
    if (!link) return;
    wanted.current = null;
    link.focus({ preventScroll: true });
  }, []);
  // A virtual row can be measured and focused only once it is in the document.
  const placeRow = useCallback(
    (row: HTMLLIElement | null) => {
      virtualizer.measureElement(row);
      if (row) focusWanted();
    },
    [virtualizer, focusWanted],
  );
  function focusRow(id: string) {
    wanted.current = id;
    setActive(id);
    // The row may already be in the document.
    focusWanted();
  }

  function move(step: 1 | -1) {
    const to = activeIndex < 0 ? firstInView() : activeIndex + step;
    const index = Math.min(Math.max(to, 0), rows.length - 1);
    focusRow(rows[index]?.id ?? '');
    virtualizer.scrollToIndex(index, { align: 'auto' });
  }

  function showNew() {
    window.scrollTo(0, 0);
    focusRow(list.showNew() ?? '');
  }

  useListShortcuts({ move, search: onSearchKey, help: onHelpKey });

  function noteFocus({ target }: FocusEvent<HTMLElement>) {
    setActive(target.dataset.transfer ?? null);
  }

  return (
    <div>
      <NewPill count={list.news} onPress={showNew} />
      <ul
        ref={element}
        aria-label={t`Transfers`}
        className={styles.rows}
        style={{ height }}
        onFocus={noteFocus}
      >
        {visible.map(({ index, top }) => {
          const row = rows[index];
          return (
            row && (
              <TransferRow
                key={row.id}
                ref={placeRow}
                row={row}
                index={index}
                top={top}
                total={Math.max(total, rows.length)}
                money={money}
                heading={headingAt(index)}
                isLast={index === rows.length - 1 || headingAt(index + 1) !== undefined}
                seen={seenAt(index)}
              />
            )
          );
        })}
      </ul>
    </div>
  );
}

type TransferRowProps = {
  row: ListRow;
  index: number;
  /** Offset from the start of the list, in pixels; undefined while the row follows the one before it. */
  top: number | undefined;
  total: number;
  money: MoneyFormat['money'];
  /** Above the first row of a group. */
  heading: string | undefined;
  /** The last row of its group. */
  isLast: boolean;
  /** When we first saw it, as text; undefined if we did not. */
  seen: string | undefined;
  /** Measures the row; the virtualizer finds it by `data-index`. */
  ref: Ref<HTMLLIElement>;
};

/**
 * One transfer of the list, or one that is not confirmed yet: it leads to its own page, and has a reference in place of
 * a number and its estimate, if any, in place of what arrives. Memoized, because every scroll renders the list.
 */
const TransferRow = memo(function TransferRow(props: TransferRowProps) {
  const { row, index, top, total, money, heading, isLast, seen, ref } = props;
  const { t } = useLingui();
  const { id, destination_amount_cents: gets } = row;
  const isOpen = isOpenRow(row);
  const amount = gets === null ? undefined : money(gets, row.destination_amount_currency);
  const source = money(row.source_amount_cents, row.source_amount_currency);
  const estimated = amount === undefined ? t`from ${source}` : `≈ ${amount}`;
  const arrives = amount === undefined || isOpen ? estimated : amount;
  const isFirst = index === 0 || heading !== undefined;
  return (
    <li
      ref={ref}
      data-index={index}
      aria-posinset={index + 1}
      aria-setsize={total}
      className={classNames(top !== undefined && styles.placed)}
      style={{ top }}
    >
      {heading !== undefined && <h2 className={styles.heading}>{heading}</h2>}
      <div className={classNames(styles.row, isFirst && styles.first, isLast && styles.last)}>
        <Avatar id={row.destination_account_id} alias={row.alias} code={row.country_code} />
        <div className={styles.lines}>
          <div className={styles.line}>
            <p className={styles.title}>
              <RowLink
                to={isOpen ? paths.sendOutcome(id) : paths.transfer(id)}
                state={fromList}
                data-transfer={id}
                aria-describedby={`gets-${id} about-${id} sent-${id} notes-${id} state-${id}`}
              >
                {row.alias ? (
                  verbatim(row.alias)
                ) : (
                  <Trans>Recipient {row.destination_account_id}</Trans>
                )}
              </RowLink>
            </p>
            <p id={`gets-${id}`} className={styles.figure} style={fitting(arrives)}>
              {amount === undefined ? withVerbatim(arrives, source) : verbatim(arrives)}
            </p>
          </div>
          <div className={classNames(styles.line, (row.reference || row.note) && styles.noted)}>
            <p id={`about-${id}`} className={styles.about}>
              {verbatim(isOpen ? referenceOf(id) : id)}{' '}
              {seen && (
                <span className={styles.seen}>
                  {sameForAll(isOpen ? 'send pressed' : 'first seen', () => (
                    <VisuallyHidden>
                      {isOpen ? <Trans>Send pressed</Trans> : <Trans>First seen here</Trans>}
                    </VisuallyHidden>
                  ))}{' '}
                  {seen}
                </span>
              )}
            </p>
            {amount !== undefined && (
              <p id={`sent-${id}`} className={styles.sent} style={fitting(source)}>
                <Trans>from {source}</Trans>
              </p>
            )}
            <Notes row={row} />
            <div id={`state-${id}`} className={styles.mark}>
              <StatusBadge state={row.state} plain />
            </div>
          </div>
        </div>
      </div>
    </li>
  );
});

/** What its sender wrote on it, in the room that is left: the row is no higher with it. */
function Notes({ row: { id, reference, note } }: { row: ListRow }) {
  if (!reference && !note) return null;
  return (
    <p id={`notes-${id}`} className={styles.notes}>
      {verbatim(reference)}
      {reference && note && ' · '}
      {verbatim(note)}
    </p>
  );
}

/** Shrinks a long amount instead of cutting it off. */
function fitting(text: string): CSSProperties & { '--ems': number } {
  return { '--ems': textEms(text) };
}

type NewPillProps = { count: number; onPress: () => void };

/** Announces new transfers above the viewport; they are inserted only on request, so no row moves. */
function NewPill({ count, onPress }: NewPillProps) {
  return (
    <>
      <VisuallyHidden role="status">
        {count > 0 && <Plural value={count} one="# new transfer" other="# new transfers" />}
      </VisuallyHidden>
      {count > 0 && (
        <div className={styles.over}>
          <button type="button" className={styles.pill} onClick={onPress}>
            <span aria-hidden="true">↑</span> <Plural value={count} one="# new" other="# new" />
          </button>
        </div>
      )}
    </>
  );
}
