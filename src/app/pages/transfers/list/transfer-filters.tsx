import { useLingui } from '@lingui/react/macro';
import { useSuspenseQuery } from '@tanstack/react-query';
import { useNavigate } from 'react-router-dom';
import { currenciesQuery } from '../../../api/reference.ts';
import { paths } from '../../../paths.ts';
import { SelectField } from '../../../ui/select-field.tsx';
import { TextField } from '../../../ui/text-field.tsx';
import type { ListSearch } from './list-search.ts';
import styles from './transfer-filters.module.css';
import { useTypedSearch } from './use-typed-search.ts';

export type TransferFiltersProps = { search: ListSearch };

/** Search, currency and order; the address holds them all. */
export function TransferFilters({ search }: TransferFiltersProps) {
  const { t } = useLingui();
  const navigate = useNavigate();
  const { data: currencies } = useSuspenseQuery(currenciesQuery);

  const change = (part: Record<string, string>) =>
    navigate(paths.transfers({ ...search, ...part }), { replace: true, preventScrollReset: true });
  const [text, type] = useTypedSearch(search.q ?? '', (q) => change({ q }));

  return (
    <search className={styles.filters}>
      <TextField
        label={t`Search`}
        labelHidden
        type="search"
        placeholder={t`Search number, recipient or amount`}
        value={text}
        onChange={(event) => type(event.currentTarget.value)}
      />
      <SelectField
        label={t`Currency`}
        labelHidden
        placeholder={t`All currencies`}
        options={currencies.map(({ iso_code }) => ({ value: iso_code, label: iso_code }))}
        value={search.currency ?? ''}
        onChange={(event) => change({ currency: event.currentTarget.value })}
      />
      <SelectField
        label={t`Order`}
        labelHidden
        options={[
          { value: 'newest', label: t`Newest first` },
          { value: 'oldest', label: t`Oldest first` },
        ]}
        value={search.sort ?? 'newest'}
        onChange={(event) => change({ sort: event.currentTarget.value })}
      />
    </search>
  );
}
