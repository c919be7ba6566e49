import { useLingui } from '@lingui/react/macro';
import { useSuspenseQuery } from '@tanstack/react-query';
import type { Ref } from 'react';
import { currenciesQuery } from '../../../api/reference.ts';
import { SelectField } from '../../../ui/select-field.tsx';
import { SearchField } from '../../../ui/text-field.tsx';
import { type ListSearch, longestSearch } from './list-search.ts';
import styles from './transfer-filters.module.css';
import { useTypedSearch } from './use-typed-search.ts';

export type TransferFiltersProps = {
  search: ListSearch;
  text: string;
  find: (text: string) => void | Promise<void>;
  refine: (part: { currency?: string; sort?: ListSearch['sort'] }) => void;
  /** What was asked for last is not there yet. */
  isBusy: boolean;
  box: Ref<HTMLInputElement>;
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
  const [text, type] = useTypedSearch(searched, find);
  const { currency, sort } = search;

  return (
    <search className={styles.filters}>
      <div className={styles.box} data-busy={isBusy || undefined}>
        <SearchField
          ref={box}
          label={t`Search`}
          maxLength={longestSearch}
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
