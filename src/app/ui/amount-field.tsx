import { type ChangeEvent, type ComponentProps, type CSSProperties, useId } from 'react';
import { useEarlyEntry } from '../hydration/hydrated-part.tsx';
import styles from './amount-field.module.css';
import { classNames } from './class-names.ts';
import { Field, type FieldWords } from './field.tsx';
import { Icon } from './icon.tsx';
import type { SelectOption } from './select-field.tsx';
import { textEms } from './text-ems.ts';

export type AmountFieldProps = Omit<
  ComponentProps<'input'>,
  'id' | 'type' | 'value' | 'onChange' | 'className' | 'style'
> &
  Omit<FieldWords, 'optional'> & {
    id?: string | undefined;
    /** The text as typed. */
    value: string;
    /** Without an event, it is what was typed before hydration. */
    onChange: (value: string, event?: ChangeEvent<HTMLInputElement>) => void;
    /** The currency code in the pill. */
    currency: string;
    /** With one currency or none, the pill is plain text. */
    currencies?: readonly SelectOption[] | undefined;
    onCurrencyChange?: ((code: string) => void) | undefined;
    /** The currency select's name for screen readers. */
    currencyLabel?: string | undefined;
    /** The figure is loading: `value` is hidden and its space reserved. */
    pending?: boolean | undefined;
  };

/** An amount in large figures with its currency. The figures shrink rather than overflow. */
export function AmountField({
  id: givenId,
  label,
  labelHidden,
  hint,
  warning,
  error,
  value,
  onChange,
  currency,
  currencies = [],
  onCurrencyChange,
  currencyLabel,
  pending = false,
  ...input
}: AmountFieldProps) {
  const ownId = useId();
  const id = givenId ?? ownId;
  const currencyId = useId();
  const shown = pending ? '' : value;
  useEarlyEntry(id, shown, (text) => onChange(text));
  useEarlyEntry(currencyId, currency, (code) => onCurrencyChange?.(code));
  const ems: CSSProperties & { '--ems': number } = { '--ems': textEms(value) };
  const canChoose = onCurrencyChange !== undefined && currencies.length > 1;
  return (
    <Field {...{ id, label, labelHidden, hint, warning, error }}>
      {(tied) => (
        <div className={styles.money}>
          {/* Set on this element only: further out, each keystroke would restyle all options. */}
          <div className={classNames(styles.amount, pending && styles.pending)} style={ems}>
            <input
              autoComplete="off"
              enterKeyHint="done"
              {...input}
              {...tied}
              type="text"
              inputMode="decimal"
              aria-busy={pending || undefined}
              value={shown}
              onChange={(event) => onChange(event.currentTarget.value, event)}
              className={styles.input}
            />
          </div>
          <div className={styles.currency}>
            <span translate="no" aria-hidden={canChoose || undefined}>
              {currency}
            </span>
            {canChoose && (
              <>
                <Icon name="chevron" size={14} />
                <select
                  id={currencyId}
                  aria-label={currencyLabel}
                  value={currency}
                  onChange={(event) => onCurrencyChange(event.currentTarget.value)}
                  className={styles.select}
                >
                  {currencies.map((option) => (
                    <option key={option.value} value={option.value}>
                      {option.label}
                    </option>
                  ))}
                </select>
              </>
            )}
          </div>
        </div>
      )}
    </Field>
  );
}
