import { useLingui } from '@lingui/react/macro';
import styles from './day-field.module.css';
import { TextField, type TextFieldProps } from './text-field.tsx';

type DayFieldProps = Pick<TextFieldProps, 'label' | 'min' | 'max'> & {
  /** YYYY-MM-DD; undefined for any day. */
  day: string | undefined;
  onChange: (day: string | undefined) => void;
};

/** A day to filter by. Until one is chosen it says 'Any', where Safari shows today as if it were chosen. */
export function DayField({ day, onChange, ...field }: DayFieldProps) {
  const { t } = useLingui();
  return (
    <div data-any={day ? undefined : t`Any`} className={styles.day}>
      <TextField
        {...field}
        type="date"
        value={day ?? ''}
        onChange={(value) => onChange(value || undefined)}
      />
    </div>
  );
}
