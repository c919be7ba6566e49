import { Trans, useLingui } from '@lingui/react/macro';
import { useSuspenseQuery } from '@tanstack/react-query';
import { type RefObject, useRef, useState } from 'react';
import { useLocation } from 'react-router-dom';
import { maxSearchLength } from '../../../../contract/api/wire.ts';
import { transferStates } from '../../../../contract/transfer-state.ts';
import { currenciesQuery } from '../../../api/reference.ts';
import { useFormat } from '../../../i18n/use-format.ts';
import { useDestination } from '../../../router/use-destination.ts';
import { StateName } from '../../../transfers/state-name.tsx';
import { FilterChips } from '../../../ui/chips.tsx';
import { SelectField } from '../../../ui/select-field.tsx';
import { SearchField } from '../../../ui/text-field.tsx';
import type { ListSearch } from './list-search.ts';
import styles from './transfer-filters.module.css';

export type TransferFiltersProps = {
  search: ListSearch;
  text: string;
  find: (text: string) => void | Promise<void>;
  refine: (part: { currency?: string; sort?: ListSearch['sort'] }) => void;
  /** What was asked for last is not there yet. */
  isBusy: boolean;
  box: RefObject<HTMLInputElement | null>;
};

/** Search, currency and order. */
export function TransferFilters({
  search,
  text: searched,
  find,
  refine,
  isBusy,
  box,
}: TransferFiltersProps) {
  const { t } = useLingui();
  const { data: currencies } = useSuspenseQuery(currenciesQuery);
  const [text, type] = useTypedSearch(box, searched, find);
  const { currency, sort } = search;

  return (
    <search className={styles.filters}>
      <div className={styles.box} data-busy={isBusy || undefined}>
        <SearchField
          ref={box}
          label={t`Search`}
          maxLength={maxSearchLength}
          placeholder={t`Number, recipient or amount`}
          value={text}
          onChange={(event) => type(event.currentTarget.value)}
        />
      </div>
      <SelectField
        label={t`Currency`}
        labelHidden
        placeholder={t`All currencies`}
        options={currencies.map(({ iso_code }) => ({ value: iso_code, label: iso_code }))}
        value={currency ?? ''}
        onChange={(event) => refine({ currency: event.currentTarget.value })}
      />
      <SelectField
        label={t`Order`}
        labelHidden
        options={[
          { value: 'newest', label: t`Newest first` },
          { value: 'oldest', label: t`Oldest first` },
          ...(currency ? [{ value: 'amount', label: t`Largest in ${currency} first` }] : []),
        ]}
        value={sort ?? 'newest'}
        onChange={({ currentTarget: { value } }) => refine({ sort: sortOf(value) })}
      />
    </search>
  );
}

/** The newest first is how the list begins, and no order of its own. */
function sortOf(value: string): ListSearch['sort'] {
  return value === 'oldest' || value === 'amount' ? value : undefined;
}

const pause = 150;

/**
 * The text of the search box, whose search is kept elsewhere: what is being typed, else what was searched.
 * `search` is called after a pause in the typing, and may answer when it is done.
 */
function useTypedSearch(
  box: RefObject<HTMLInputElement | null>,
  searched: string,
  search: (text: string) => void | Promise<void>,
): [text: string, type: (text: string) => void] {
  const [typed, setTyped] = useState<string>();
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);

  const { pathname } = useLocation();
  const destination = useDestination();

  function type(text: string) {
    setTyped(text);
    clearTimeout(timer.current);
    timer.current = setTimeout(async () => {
      // A search that was not begun when the page is left must not bring the person back.
      if (!box.current || destination().pathname !== pathname) return;
      await search(text);
      setTyped((now) => (now === text ? undefined : now));
    }, pause);
  }

  return [typed ?? searched, type];
}

export type StateChipsProps = {
  state: string | undefined;
  /** How many match in each state; undefined while that is not known. */
  counts: Record<string, number> | undefined;
  onChange: (state: string) => void;
};

/** All, the contract's states, and any other that the service has answered. */
export function StateChips({ state: chosen, counts, onChange }: StateChipsProps) {
  const { t } = useLingui();
  const { locale } = useFormat();
  const states = new Set<string>([...transferStates, ...Object.keys(counts ?? {})]);
  if (chosen) states.add(chosen);

  const all = Object.values(counts ?? {}).reduce((sum, count) => sum + count, 0);
  const written = (count: number) => (counts ? count.toLocaleString(locale) : undefined);
  return (
    <FilterChips
      label={t`State`}
      value={chosen ?? ''}
      onChange={onChange}
      chips={[
        { value: '', label: <Trans>All</Trans>, count: written(all) },
        ...[...states].map((state) => ({
          value: state,
          label: <StateName state={state} />,
          // A state may have the name of a member of every object.
          count: written(counts && Object.hasOwn(counts, state) ? (counts[state] ?? 0) : 0),
        })),
      ]}
    />
  );
}
