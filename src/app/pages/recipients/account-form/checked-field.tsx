import { useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { type ChangeEvent, createContext, use, useState } from 'react';
import type { Control } from 'react-hook-form';
import type { BankCodeField, FieldsWith } from '../../../../contract/account-fields.ts';
import type { Country } from '../../../../contract/country.ts';
import type { TextField as TextFieldName } from '../../../../contract/field-kinds.ts';
import { fieldViews, groupedText, hasCheck } from '../../../accounts/account-fields.ts';
import { checksQuery } from '../../../accounts/check-digits/checks-query.ts';
import { useTypoWords } from '../../../accounts/check-digits/likely-typo.ts';
import { useDebouncedValue } from '../../../form/use-debounced-value.ts';
import { useFormField } from '../../../form/use-form-field.ts';
import { TextField, type TextFieldProps } from '../../../ui/text-field.tsx';
import type { AccountValues } from './account-values.ts';

const afterClick = 200;

/** The fields that are typed. */
type TextName = TextFieldName | BankCodeField | FieldsWith<{ type: 'day' }>;

export type CheckedFieldProps = Omit<
  TextFieldProps,
  'id' | 'name' | 'value' | 'defaultValue' | 'onChange' | 'onBlur' | 'ref' | 'error' | 'label'
> & {
  control: Control<AccountValues>;
  name: TextName;
  /** Overrides the field's usual label. */
  label?: TextFieldProps['label'];
  /** The country of a bank code, or the digital asset of a wallet's address. */
  place?: Country | undefined;
  /** Called with each new text. */
  onText?: ((text: string) => void) | undefined;
};

/**
 * A text that is grouped as people write it, with a hint about a likely typo where it has a check. A hint never
 * blocks saving.
 */
export function CheckedField({
  control,
  name,
  place,
  label,
  warning,
  onText,
  ...words
}: CheckedFieldProps) {
  const { t } = useLingui();
  const view = fieldViews[name];
  const { value, onChange, onBlur, ...field } = useFormField({ control, name });
  // The value at the last blur: text that is still being typed is not checked.
  const [left, setLeft] = useState(value);
  // A hint moves the layout, so it waits until the click that took the focus is over.
  const judged = useDebouncedValue(left, afterClick);
  const isToCheck = !useIsKnown(name, value, place) && value !== '' && hasCheck(name);
  // A value that the service has accepted is not checked again.
  const { data: checks } = useQuery({ ...checksQuery, enabled: isToCheck });
  const say = useTypoWords();
  const typo = isToCheck && judged === value ? checks?.checkField(name, value, place?.code) : null;
  const hint = typo && say(typo, place);

  function change(text: string, event?: ChangeEvent<HTMLInputElement>) {
    const isAtEnd = event?.currentTarget.selectionStart === text.length;
    const isComposing = event?.nativeEvent instanceof InputEvent && event.nativeEvent.isComposing;
    // Groups only while typing at the end: elsewhere the caret would jump.
    const next = isAtEnd && !isComposing ? grouped(text) : text;
    onChange(next);
    onText?.(next);
  }

  function leave() {
    const text = cleaned(value);
    if (text !== value) onChange(text);
    setLeft(text);
    onBlur();
  }

  const cleaned = (text: string) => groupedText(name, text, 'wallet');
  const grouped = (text: string) => (view.grouping ? cleaned(text) : text);

  return (
    <TextField
      autoComplete="off"
      autoCorrect="off"
      spellCheck={false}
      {...view.typing}
      label={label ?? t(view.label)}
      {...words}
      {...field}
      value={value}
      onChange={change}
      onBlur={leave}
      warning={hint || warning}
    />
  );
}

/** The form's values as the service has them; null for none. */
export const KnownAccount = createContext<AccountValues | null>(null);

/** Whether the service has accepted this value, for the same country or asset. */
export function useIsKnown(name: string, value: string, place: Country | undefined): boolean {
  return isKnownText(use(KnownAccount), name, value, place);
}

export function isKnownText(
  known: AccountValues | null,
  name: string,
  value: string,
  place: Country | undefined,
): boolean {
  const values: Partial<Record<string, string>> = known ?? {};
  return values[name] === value && (!place || place.id === known?.country_id);
}
