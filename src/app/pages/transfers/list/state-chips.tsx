import { Trans, useLingui } from '@lingui/react/macro';
import { transferStates } from '../../../../contract/transfer-state.ts';
import { useFormat } from '../../../i18n/use-format.ts';
import { StateName } from '../../../transfers/state-name.tsx';
import { FilterChips } from '../../../ui/chips.tsx';

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
