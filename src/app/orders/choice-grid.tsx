import { type ReactNode, useId } from 'react';
import { useEarlyEntry } from '../hydration/hydrated-part.tsx';
import field from '../ui/field.module.css';
import styles from './choice-grid.module.css';

type ChoiceGridProps<Value extends string> = {
  label: ReactNode;
  options: readonly { value: Value; label: ReactNode }[];
  value: Value;
  onChange: (value: Value) => void;
  disabled?: boolean | undefined;
};

/** Native radio buttons in two columns, for choices of a word or two. */
export function ChoiceGrid<Value extends string>(props: ChoiceGridProps<Value>) {
  const { label, options, value, onChange, disabled } = props;
  const id = useId();
  const choose = (text: string) => {
    const chosen = options.find((option) => option.value === text);
    if (chosen) onChange(chosen.value);
  };
  useEarlyEntry(id, value, choose);
  return (
    <fieldset id={id} disabled={disabled}>
      <legend className={field.label}>{label}</legend>
      <div className={styles.grid}>
        {options.map((option) => (
          <label key={option.value} className={styles.choice}>
            <input
              type="radio"
              name={id}
              value={option.value}
              checked={option.value === value}
              onChange={() => choose(option.value)}
            />
            <span>{option.label}</span>
          </label>
        ))}
      </div>
    </fieldset>
  );
}
