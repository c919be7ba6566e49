import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { useQuery, useSuspenseQuery } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import type { ListSearch } from '../../../../contract/api/list-search.ts';
import { openSendMarks } from '../../../../contract/api/open-send-marks.ts';
import { isInState, openTransfers, transferStates } from '../../../../contract/transfer-state.ts';
import { countriesQuery, currenciesQuery } from '../../../api/reference.ts';
import { today } from '../../../i18n/intl.ts';
import { useFormat } from '../../../i18n/use-format.ts';
import { countryItems, useNames } from '../../../i18n/use-names.ts';
import { useStateName } from '../../../transfers/use-state-name.ts';
import { Button } from '../../../ui/button.tsx';
import { ChoiceChips } from '../../../ui/chips.tsx';
import { DayField } from '../../../ui/day-field.tsx';
import { CloseDialogButton, Dialog } from '../../../ui/dialog.tsx';
import { SelectField } from '../../../ui/select-field.tsx';
import { Row, Stack } from '../../../ui/stack.tsx';
import type { Filters } from './list-search.ts';
import styles from './transfer-filters.module.css';

export type FilterDialogProps = {
  search: ListSearch;
  /** Matches by state; undefined while loading. */
  counts: Record<string, number> | undefined;
  total: number;
  /** Applies a change at once: pushes a history entry, or replaces it. */
  onChange: (filters: Filters, how: 'push' | 'replace') => unknown;
  /** Opens the saved views. */
  views: ReactNode;
  onClose: () => void;
};

/** State, days, country, currencies and order; each change applies at once, and Back undoes all of them. */
export function FilterDialog({
  search,
  counts,
  total,
  views,
  onChange,
  onClose,
}: FilterDialogProps) {
  const { t } = useLingui();
  const { data: currencies } = useSuspenseQuery(currenciesQuery);
  // What is chosen shows at once; the URL follows when the loader has run.
  const [chosen, setChosen] = useState<Filters>({ ...noFilters, ...search });
  const [opened] = useState(search);
  const { state, from, to, currency, sort } = chosen;
  const codes = currencies.map(({ iso_code }) => ({ value: iso_code, label: iso_code }));
  const now = today();

  function choose(part: Filters) {
    const next = { ...chosen, ...part };
    setChosen(next);
    // A year is typed digit by digit.
    if (!isTyped(next.from) || !isTyped(next.to)) return;
    void onChange(next, search === opened ? 'push' : 'replace');
  }

  return (
    <Dialog title={<Trans>Filters</Trans>} onClose={onClose}>
      <StateChoice state={state} counts={counts} onChange={(next) => choose({ state: next })} />
      <Stack gap="s2">
        <ChoiceChips
          label={t`Period`}
          value={periodOf(chosen, now)}
          onChange={(value) => choose(daysOf(value, now))}
          options={[
            { value: 'any', label: t`Any time` },
            { value: 'month', label: t`This month` },
            { value: 'last', label: t`Last month` },
            { value: 'year', label: t`This year` },
          ]}
        />
        <div className={styles.pair}>
          <DayField
            label={t`From`}
            day={from}
            max={to ?? now}
            onChange={(day) => choose({ from: day })}
          />
          <DayField
            label={t`Until`}
            day={to}
            min={from}
            max={now}
            onChange={(day) => choose({ to: day })}
          />
        </div>
        <p className={styles.hint}>
          <Trans>By the day we first saw a transfer.</Trans>
        </p>
      </Stack>
      <CountryChoice id={chosen.country_id} onChange={(country_id) => choose({ country_id })} />
      <div className={styles.pair}>
        <SelectField
          label={t`Sent in`}
          placeholder={t`Any currency`}
          options={codes}
          value={chosen.source_amount_currency ?? ''}
          onChange={(value) => choose({ source_amount_currency: value || undefined })}
        />
        <SelectField
          label={t`Received in`}
          placeholder={t`Any currency`}
          options={codes}
          value={chosen.destination_amount_currency ?? ''}
          onChange={(value) => choose({ destination_amount_currency: value || undefined })}
        />
      </div>
      <SelectField
        label={t`Sent or received in`}
        placeholder={t`Any currency`}
        options={codes}
        value={currency ?? ''}
        onChange={(value) =>
          choose({ currency: value || undefined, ...(!value && sort === 'amount' && bySort('')) })
        }
      />
      <SelectField
        label={t`Order`}
        options={[
          { value: 'newest', label: t`Newest first` },
          { value: 'oldest', label: t`Oldest first` },
          ...(currency ? [{ value: 'amount', label: t`Largest in ${currency} first` }] : []),
        ]}
        value={sort ?? 'newest'}
        onChange={(value) => choose(bySort(value))}
      />
      {views && <div>{views}</div>}
      <Row between>
        <Button variant="quiet" onClick={() => choose(noFilters)}>
          <Trans>Clear filters</Trans>
        </Button>
        <CloseDialogButton variant="main">
          <Plural value={total} one="Show # transfer" other="Show # transfers" />
        </CloseDialogButton>
      </Row>
    </Dialog>
  );
}

const noFilters: Filters = {
  state: undefined,
  from: undefined,
  to: undefined,
  country_id: undefined,
  currency: undefined,
  source_amount_currency: undefined,
  destination_amount_currency: undefined,
  sort: undefined,
  destination_account_id: undefined,
};

/** The first and last day of a period; of one that has not ended, only the first. */
export function daysOf(period: string, now: string): Pick<Filters, 'from' | 'to'> {
  const [year = 0, month = 0] = now.split('-').map(Number);
  const day = (at: number, of: number) =>
    new Date(Date.UTC(year, at, of)).toISOString().slice(0, 10);
  if (period === 'month') return { from: day(month - 1, 1), to: undefined };
  if (period === 'last') return { from: day(month - 2, 1), to: day(month - 1, 0) };
  if (period === 'year') return { from: day(0, 1), to: undefined };
  return { from: undefined, to: undefined };
}

/** The period of these days; empty for other days. In January the month, not the year. */
function periodOf({ from, to }: Filters, now: string): string {
  const periods = ['any', 'month', 'last', 'year'];
  const found = periods.find((one) => {
    const days = daysOf(one, now);
    return days.from === from && days.to === to;
  });
  return found ?? '';
}

/** Newest first is the default, so it is left out of the URL. */
const bySort = (value: string): Filters => ({
  sort: value === 'oldest' || value === 'amount' ? value : undefined,
});

const isTyped = (day: string | undefined) => day === undefined || day >= '1000';

type CountryChoiceProps = {
  id: string | undefined;
  onChange: (country_id: string | undefined) => void;
};

/** The recipient's country, or asset. Without the list of countries, only what is chosen can be removed. */
function CountryChoice({ id, onChange }: CountryChoiceProps) {
  const { t } = useLingui();
  const names = useNames();
  const { data: countries = [] } = useQuery(countriesQuery);
  const options = countryItems(countries, names, '').map(({ value, label }) => ({ value, label }));
  const isListed = id === undefined || options.some(({ value }) => value === id);
  return (
    <SelectField
      label={t`Recipient’s country`}
      placeholder={t`All countries`}
      options={isListed ? options : [...options, { value: id, label: t`Country ${id}` }]}
      value={id ?? ''}
      onChange={(value) => onChange(value || undefined)}
    />
  );
}

type StateChoiceProps = {
  state: string | undefined;
  counts: Record<string, number> | undefined;
  onChange: (state: string | undefined) => void;
};

/**
 * The contract's states, any other that the service has answered (contract 3), and the marks of open sends, each with
 * its count.
 */
function StateChoice({ state: chosen, counts, onChange }: StateChoiceProps) {
  const { t } = useLingui();
  const { whole } = useFormat();
  const stateName = useStateName();
  const states = new Set<string>([
    ...transferStates,
    ...openSendMarks,
    ...Object.keys(counts ?? {}),
  ]);
  if (chosen) states.add(chosen);

  const option = (value: string, name: string) => {
    const all = Object.entries(counts ?? {}).filter(([one]) => !value || isInState(one, value));
    const count = all.reduce((sum, [, some]) => sum + some, 0);
    return { value, label: counts ? `${name} ${whole(count)}` : name };
  };
  return (
    <ChoiceChips
      label={t`Status`}
      value={chosen ?? ''}
      onChange={(state) => onChange(state || undefined)}
      options={[
        option('', t`All`),
        ...[...states].map((one) =>
          option(one, one === openTransfers ? t`On the way` : stateName(one)),
        ),
      ]}
    />
  );
}
