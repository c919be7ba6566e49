import { Trans, useLingui } from '@lingui/react/macro';
import { transferStates } from '../../../../contract/transfer-state.ts';
import { useFormat } from '../../../i18n/use-format.ts';
import { paths } from '../../../paths.ts';
import { FilterChips } from '../../../ui/filter-chips.tsx';
import { StateName } from '../state-name.tsx';
import type { ListSearch } from './list-search.ts';

export type StateChipsProps = {
  search: ListSearch;
  /** How many match in each state. */
  counts: Record<string, number>;
};

/** All, the contract's states, and any other that the service has answered. */
export function StateChips({ search, counts }: StateChipsProps) {
  const { t } = useLingui();
  const { locale } = useFormat();
  const states = new Set<string>([...transferStates, ...Object.keys(counts)]);
  if (search.state) states.add(search.state);

  const all = Object.values(counts).reduce((sum, count) => sum + count, 0);
  const written = (count: number) => count.toLocaleString(locale);
  return (
    <FilterChips
      label={t`State`}
      value={search.state ?? ''}
      to={(state) => paths.transfers({ ...search, state })}
      chips={[
        { value: '', label: <Trans>All</Trans>, count: written(all) },
        ...[...states].map((state) => ({
          value: state,
          label: <StateName state={state} />,
          count: written(counts[state] ?? 0),
        })),
      ]}
    />
  );
}
