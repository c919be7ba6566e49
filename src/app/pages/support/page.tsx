import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { type FormEvent, type RefObject, useCallback, useRef, useState } from 'react';
import { useNavigate } from 'react-router-dom';
import type { SupportSearch } from '../../../contract/api/support.ts';
import { maxSearchLength } from '../../../contract/api/wire.ts';
import { supportSearchQuery } from '../../api/support.ts';
import { PageTitle } from '../../brand/page-title.tsx';
import { EarlyForm } from '../../hydration/hydrated-part.tsx';
import { useLiveTransfers } from '../../live/use-live-transfers.ts';
import { ownState } from '../../router/entry-state.ts';
import { paths } from '../../router/paths.ts';
import { ShortcutsButton, ShortcutsHelp } from '../../shortcuts/shortcuts-help.tsx';
import { useListShortcuts } from '../../shortcuts/use-list-shortcuts.ts';
import { useReturnFocus } from '../../transfers/use-return-focus.ts';
import { ViewsButton } from '../../transfers/views-button.tsx';
import { Button } from '../../ui/button.tsx';
import { PageHead } from '../../ui/page-head.tsx';
import { Row, Stack } from '../../ui/stack.tsx';
import { TextField } from '../../ui/text-field.tsx';
import { VisuallyHidden } from '../../ui/visually-hidden.tsx';
import { useSearched } from './loader.ts';
import { OpenSends } from './open-sends.tsx';
import { Results } from './results.tsx';
import styles from './support.module.css';
import { SupportTabs } from './support-tabs.tsx';
import { Totals } from './totals.tsx';

export function Page() {
  const { t } = useLingui();
  const searched = useSearched();
  const { q, recipient } = searched;
  // Opened before the search, so that no change between its answer and the stream is missed.
  useLiveTransfers();
  const search = useQuery(supportSearchQuery(q, recipient));
  const { data: found, error, isFetching, isPlaceholderData, refetch } = search;
  const [entered, setEntered] = useState<{ text: string; over: readonly string[] }>();
  // The latest search, which may still load: what the person types in that time stays when it is there.
  const sought = useRef(q);
  // What was typed before Back, or before a saved view was opened, belongs to another search.
  const isOfOther = entered !== undefined && !entered.over.includes(q);
  if (isOfOther) setEntered(undefined);
  const typed = isOfOther ? undefined : entered?.text;
  // Results under another text could be taken for its own.
  const isOther = q !== '' && typed !== undefined && typed.trim() !== q;
  const [isHelpOpen, setIsHelpOpen] = useState(false);
  const showShortcuts = () => setIsHelpOpen(true);
  const { box, takeRows, expectHeading, focusHeading, takeHeading } =
    useLookUpShortcuts(showShortcuts);

  const again = () => void refetch().then(focusHeading);
  const navigate = useNavigate();

  function lookUp(text: string) {
    expectHeading();
    sought.current = text;
    void navigate(paths.support(), { state: ownState({ q: text }) });
  }

  return (
    <Stack gap="s5">
      <PageTitle>{t`Look up`}</PageTitle>
      <Stack gap="s3">
        <PageHead
          title={<Trans>Look up</Trans>}
          side={
            <Row>
              <ViewsButton
                shown={q === '' ? null : { page: 'support', search: { q, recipient } }}
                isTransfer={found?.transfers.items.some(({ id }) => id === q) ?? false}
              />
              <ShortcutsButton onClick={showShortcuts} />
            </Row>
          }
        />
        <SupportTabs />
      </Stack>
      <LookUpBox
        q={q}
        typed={typed}
        pending={isFetching}
        box={box}
        onType={(text) => setEntered({ text, over: [q, sought.current] })}
        onFind={lookUp}
        onAgain={again}
      />
      {isOther && (
        <p>
          <Trans>Press Find to search.</Trans>
        </p>
      )}
      {q !== '' && !isOther && (
        <div role="status">
          {found && <ResultsHeading found={found} takeHeading={takeHeading} />}
        </div>
      )}
      {/* Remounted when results arrive, so that they do not count as a layout shift. */}
      <div key={found ? 'found' : 'loading'} ref={takeRows} hidden={isOther}>
        {q === '' ? (
          <Stack gap="s5">
            <OpenSends />
            <Totals />
          </Stack>
        ) : (
          <Results
            key={q}
            searched={searched}
            found={found}
            isNarrowing={isPlaceholderData}
            isAsking={isFetching}
            onTryAgain={again}
            onSearch={lookUp}
            error={error}
          />
        )}
      </div>
      <ShortcutsHelp isOpen={isHelpOpen} onClose={() => setIsHelpOpen(false)} />
    </Stack>
  );
}

/** Keyboard shortcuts: / focuses the box, j and k move over the rows, ? shows the help; Find focuses the results. */
function useLookUpShortcuts(help: () => void) {
  const box = useRef<HTMLInputElement>(null);
  const rows = useRef<HTMLElement>(null);
  const restoreFocus = useReturnFocus();
  const heading = useRef<HTMLElement>(null);
  const isExpected = useRef(false);

  function search() {
    box.current?.focus();
    box.current?.select();
  }

  function move(step: 1 | -1) {
    // Down the left column, then the right one, whichever comes first in the document.
    const inOrder = [...(rows.current?.querySelectorAll('li') ?? [])]
      .filter((item) => item.querySelector('a'))
      .map((item) => ({ item, left: Math.round(item.getBoundingClientRect().left) }))
      .sort((a, b) => a.left - b.left)
      .map(({ item }) => item);
    const at = inOrder.findIndex((item) => item.contains(document.activeElement));
    const to = at < 0 ? 0 : Math.min(Math.max(at + step, 0), inOrder.length - 1);
    // The first link of a row: a second one leads to its sender.
    inOrder[to]?.querySelector('a')?.focus();
  }

  useListShortcuts({ move, search, help });

  return {
    box,
    takeRows: useCallback(
      (element: HTMLElement | null) => {
        rows.current = element;
        restoreFocus(element);
      },
      [restoreFocus],
    ),
    /** Focuses the next results heading: the person pressed Find, they did not come back to the page. */
    expectHeading() {
      isExpected.current = true;
    },
    focusHeading: () => heading.current?.focus(),
    takeHeading: useCallback((element: HTMLElement | null) => {
      heading.current = element;
      if (!element || !isExpected.current) return;
      isExpected.current = false;
      element.focus();
    }, []),
  };
}

type LookUpBoxProps = {
  /** The text of the current search. */
  q: string;
  /** The text being typed; undefined while the box shows that of the search. */
  typed: string | undefined;
  pending: boolean;
  box: RefObject<HTMLInputElement | null>;
  onType: (text: string) => void;
  onFind: (text: string) => unknown;
  /** Repeats the search with the same text. */
  onAgain: () => void;
};

/** One box for everything a caller may name. It searches on submit only, because the audit log records each search. */
function LookUpBox({ q, typed, pending, box, onType, onFind, onAgain }: LookUpBoxProps) {
  const { t } = useLingui();

  function lookUp(event: FormEvent) {
    event.preventDefault();
    const text = (typed ?? q).trim();
    if (text !== '' && text === q) onAgain();
    else onFind(text);
  }

  return (
    <search>
      <EarlyForm className={styles.box} onSubmit={lookUp}>
        <TextField
          label={t`Transfer number, name, ID number, account or amount`}
          ref={box}
          labelHidden
          hint={t`Transfer number, name, email, ID number, end of an account number, or amount`}
          autoComplete="off"
          autoCapitalize="off"
          autoCorrect="off"
          spellCheck={false}
          enterKeyHint="search"
          maxLength={maxSearchLength}
          value={typed ?? q}
          onChange={onType}
          className={styles.input}
        />
        <Button type="submit" variant="main" pending={pending}>
          <Trans>Find</Trans>
        </Button>
      </EarlyForm>
    </search>
  );
}

type ResultsHeadingProps = {
  found: SupportSearch;
  takeHeading: (heading: HTMLElement | null) => void;
};

/** The number of results as a heading; for screen readers only when an empty state shows the same text. */
function ResultsHeading({ found, takeHeading }: ResultsHeadingProps) {
  if (countFound(found) + found.orders.length === 0) {
    return (
      <VisuallyHidden>
        <ResultsCount found={found} />
      </VisuallyHidden>
    );
  }
  return (
    <h2 ref={takeHeading} tabIndex={-1}>
      <ResultsCount found={found} />
    </h2>
  );
}

/** The number of results of each kind. */
function ResultsCount({ found }: { found: SupportSearch }) {
  const { recipients, transfers, sends, orders, missing } = found;
  if (countFound(found) === 0 && orders.length > 0) {
    return (
      <Plural value={orders.length} one="# transfer is not sent" other="# transfers are not sent" />
    );
  }
  if (countFound(found) === 0) {
    return missing.length === 0 ? (
      <Trans>Nothing found</Trans>
    ) : (
      <Trans>Nothing found so far</Trans>
    );
  }
  if (sends.length > 0) {
    return (
      <Trans>
        <Plural value={transfers.total} one="# transfer" other="# transfers" />,{' '}
        <Plural value={recipients.total} one="# recipient" other="# recipients" />,{' '}
        <Plural value={sends.length} one="# unconfirmed transfer" other="# unconfirmed transfers" />{' '}
        found
      </Trans>
    );
  }
  // A search by transfer number finds no recipient, though the recipient is shown beside the transfer.
  if (recipients.total === 0) {
    return (
      <Trans>
        <Plural value={transfers.total} one="# transfer" other="# transfers" /> found
      </Trans>
    );
  }
  return (
    <Trans>
      <Plural value={transfers.total} one="# transfer" other="# transfers" />,{' '}
      <Plural value={recipients.total} one="# recipient" other="# recipients" /> found
    </Trans>
  );
}

/** How many results there are beside what is not sent. */
const countFound = ({ recipients, transfers, sends, ended }: SupportSearch): number =>
  recipients.total + transfers.total + sends.length + ended.length;
