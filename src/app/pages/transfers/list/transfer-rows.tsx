import { Plural, useLingui } from '@lingui/react/macro';
import { type FocusEvent, useCallback, useEffect, useRef } from 'react';
import { useMoment } from '../../../i18n/use-format.ts';
import type { MoneyFormat } from '../../../i18n/use-money.ts';
import { useListShortcuts } from '../../../shortcuts/use-list-shortcuts.ts';
import { Card } from '../../../ui/card.tsx';
import { VisuallyHidden } from '../../../ui/visually-hidden.tsx';
import type { ListSearch } from './list-search.ts';
import { linkOf, useScrollRestoration } from './scroll-restoration.ts';
import { TransferRow } from './transfer-row.tsx';
import styles from './transfer-rows.module.css';
import { type TransferListState, useWindowsInView } from './use-transfer-list.ts';
import { useVirtualRows } from './use-virtual-rows.ts';

/** The next window is read when no more rows than these are left under the last one in view. */
const readAhead = 30;

export type TransferRowsProps = {
  search: ListSearch;
  list: TransferListState;
  /** How many there are in all, read or not. */
  total: number;
  money: MoneyFormat['money'];
  onSearchKey: () => void;
  onHelpKey: () => void;
};

/** The transfers, of which only those near to what is in view are in the document. */
export function TransferRows(props: TransferRowsProps) {
  const { search, list, total, money, onSearchKey, onHelpKey } = props;
  const { t } = useLingui();
  const { brief } = useMoment();
  const { rows, windows } = list;
  const element = useRef<HTMLUListElement>(null);
  const { left, active, setActive } = useScrollRestoration(windows.data?.pages.length ?? 0);
  const { virtualizer, activeIndex, firstInView } = useVirtualRows({
    list: element,
    rows,
    active,
    initialScroll: left?.scroll,
  });
  const { range } = virtualizer;

  useWindowsInView(search, list, range);

  const { hasNextPage, isFetching, isFetchNextPageError, fetchNextPage } = windows;
  const isNearEnd = range !== null && range.endIndex > rows.length - readAhead;
  const readsOn = isNearEnd && hasNextPage && !isFetching && !isFetchNextPageError;
  // Scrolling asks for more, which is outside of React.
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
  // A row is measured, and takes the focus that is meant for it, once it stands in the document.
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
    // It may stand there already.
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
      <Card flush>
        <ul
          ref={element}
          aria-label={t`Transfers`}
          className={styles.rows}
          style={{ height: virtualizer.getTotalSize() }}
          onFocus={noteFocus}
        >
          {virtualizer.getVirtualItems().map(({ index, start }) => {
            const row = rows[index];
            return (
              row && (
                <TransferRow
                  key={row.id}
                  ref={placeRow}
                  row={row}
                  index={index}
                  top={start - virtualizer.options.scrollMargin}
                  total={Math.max(total, rows.length)}
                  money={money}
                  seen={row.first_seen_at === null ? undefined : brief(row.first_seen_at)}
                />
              )
            );
          })}
        </ul>
      </Card>
    </div>
  );
}

type NewPillProps = { count: number; onPress: () => void };

/** What came in above what the person looks at; nothing moves until they want to see it. */
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
