import { useLingui } from '@lingui/react/macro';
import { type FocusEvent, useEffect, useLayoutEffect, useRef } from 'react';
import { useMoment } from '../../../i18n/use-format.ts';
import type { MoneyFormat } from '../../../i18n/use-money.ts';
import { useListShortcuts } from '../../../shortcuts/use-list-shortcuts.ts';
import { Card } from '../../../ui/card.tsx';
import type { ListSearch } from './list-search.ts';
import { NewPill } from './new-pill.tsx';
import { RowRuler } from './row-ruler.tsx';
import styles from './transfer-row.module.css';
import { TransferRow } from './transfer-row.tsx';
import { linkOf, usePlace } from './use-place.ts';
import type { TransferListState } from './use-transfer-list.ts';
import { useVirtualRows } from './use-virtual-rows.ts';
import { useWindowsInView } from './use-windows-in-view.ts';

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
  const ruler = useRef<HTMLDivElement>(null);
  const { left, active, setActive } = usePlace(windows.data?.pages.length ?? 0);
  const { virtualizer, items, height, range, activeIndex } = useVirtualRows({
    element,
    ruler,
    rows,
    active,
    initialScroll: left?.scroll,
  });

  useWindowsInView({
    search,
    windows: windows.isPlaceholderData ? undefined : windows.data,
    readAt: windows.dataUpdatedAt,
    range,
  });

  const { hasNextPage, isFetching, isFetchNextPageError, fetchNextPage } = windows;
  const isNearEnd = range !== null && range.endIndex > rows.length - readAhead;
  const readsOn = isNearEnd && hasNextPage && !isFetching && !isFetchNextPageError;
  // Scrolling asks for more, which is outside of React.
  useEffect(() => {
    if (readsOn) void fetchNextPage();
  }, [readsOn, fetchNextPage]);

  const wanted = useRef<string>(null);
  function focusRow(id: string) {
    wanted.current = id;
    setActive(id);
    // A row that is active already brings no rendering, and would take the focus with a later one.
    focusWanted();
  }
  function focusWanted() {
    const link = linkOf(wanted.current);
    if (!link) return;
    wanted.current = null;
    link.focus({ preventScroll: true });
  }
  // A row takes the focus once it stands in the document.
  useLayoutEffect(focusWanted);

  function move(step: 1 | -1) {
    const firstInView = Math.ceil((window.scrollY - virtualizer.options.scrollMargin) / height);
    const to = activeIndex < 0 ? firstInView : activeIndex + step;
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
        <RowRuler ref={ruler} />
        <ul
          ref={element}
          aria-label={t`Transfers`}
          className={styles.rows}
          style={{ height: rows.length * height }}
          onFocus={noteFocus}
        >
          {items.map(({ index, top }) => {
            const row = rows[index];
            return (
              row && (
                <TransferRow
                  key={row.id}
                  row={row}
                  top={top}
                  place={index + 1}
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
