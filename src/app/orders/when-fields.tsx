import { Trans, useLingui } from '@lingui/react/macro';
import { useFormat } from '../i18n/use-format.ts';
import { useMoney } from '../i18n/use-money.ts';
import { SelectField } from '../ui/select-field.tsx';
import { Stack } from '../ui/stack.tsx';
import { TextField } from '../ui/text-field.tsx';
import { NextDates } from './next-dates.tsx';
import { type Counted, type Faults, readFloor, type When } from './when.ts';
import styles from './when-fields.module.css';

type WhenFieldsProps = {
  when: When;
  counted: Counted;
  /** Whether they are of an order that repeats already: a number of transfers is then what is left of them. */
  isRest?: boolean;
  faults: Faults;
  /** Of the least that may arrive. */
  currency: string;
  /** What arrives by the estimate, in subunits; undefined without one. */
  gets: bigint | undefined;
  /** @param floor the part's least that may arrive in subunits; undefined for none, or none that can be read */
  onChange: (part: Partial<When>, floor: bigint | undefined) => void;
};

const controlOf = (field: keyof Faults) => `when-${field}`;

/** In the order of the screen. */
const fields = ['first_day', 'time', 'ends_on', 'ends_after', 'floor'] as const;

/** Focuses the first field that is refused. */
export function focusFault(faults: Faults): void {
  const first = fields.find((field) => faults[field] !== undefined);
  if (first) document.getElementById(controlOf(first))?.focus();
}

/** Day, time, end and the least that may arrive, with the next dates in words. */
export function WhenFields({ when, counted, isRest = false, ...props }: WhenFieldsProps) {
  const { faults, currency, gets, onChange } = props;
  const { t } = useLingui();
  const { locale } = useFormat();
  const { divisor } = useMoney();
  const { kind } = when;
  const least = (text: string) => readFloor(text, divisor(currency) ?? 1n, locale);
  const floor = least(when.floor);
  function change(part: Partial<When>) {
    onChange(part, least(part.floor ?? '') ?? undefined);
  }
  const isMore = gets !== undefined && typeof floor === 'bigint' && floor > gets;
  return (
    <Stack>
      <div className={styles.two}>
        <TextField
          id={controlOf('first_day')}
          type="date"
          label={kind === 'once' ? <Trans>Day</Trans> : <Trans>First day</Trans>}
          value={when.first_day}
          error={faults.first_day}
          onChange={(first_day) => change({ first_day })}
        />
        <TextField
          id={controlOf('time')}
          type="time"
          label={<Trans>Time</Trans>}
          value={when.time}
          error={faults.time}
          onChange={(time) => change({ time })}
        />
      </div>
      <NextDates when={when} counted={counted} />
      <div className={styles.wider}>
        {kind !== 'once' && (
          <Stack gap="s3">
            <SelectField
              label={<Trans>Ends</Trans>}
              value={when.ends}
              options={[
                { value: 'never', label: t`Never` },
                { value: 'on', label: t`On a day` },
                { value: 'after', label: t`After some transfers` },
              ]}
              onChange={(chosen) => change({ ends: endOf(chosen) })}
            />
            <End when={when} isRest={isRest} faults={faults} onChange={change} />
          </Stack>
        )}
        <TextField
          id={controlOf('floor')}
          inputMode="decimal"
          autoComplete="off"
          label={<Trans>Ask me below ({currency})</Trans>}
          placeholder={t`No minimum`}
          value={when.floor}
          error={faults.floor}
          warning={isMore && t`This is more than it would be now, so we would ask each time.`}
          onChange={(text) => change({ floor: text })}
        />
      </div>
      <p className={styles.hint}>
        {kind === 'once' ? (
          <Trans>We set the rate on that day and promise none.</Trans>
        ) : (
          <Trans>We set the rate on each day and promise none.</Trans>
        )}{' '}
        <Trans>Below your minimum, we ask before we send.</Trans>
      </p>
    </Stack>
  );
}

const ends = ['never', 'on', 'after'] as const;
const endOf = (text: string) => ends.find((one) => one === text) ?? 'never';

type EndProps = {
  when: When;
  isRest: boolean;
  faults: Faults;
  onChange: (part: Partial<When>) => void;
};

function End({ when, isRest, faults, onChange }: EndProps) {
  if (when.ends === 'on') {
    return (
      <TextField
        id={controlOf('ends_on')}
        type="date"
        label={<Trans>Last day</Trans>}
        value={when.ends_on}
        min={when.first_day}
        error={faults.ends_on}
        onChange={(ends_on) => onChange({ ends_on })}
      />
    );
  }
  if (when.ends === 'never') return null;
  return (
    <TextField
      id={controlOf('ends_after')}
      inputMode="numeric"
      autoComplete="off"
      label={isRest ? <Trans>Transfers left</Trans> : <Trans>Number of transfers</Trans>}
      value={when.ends_after}
      error={faults.ends_after}
      onChange={(ends_after) => onChange({ ends_after: ends_after.trim() })}
    />
  );
}
