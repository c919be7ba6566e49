import { useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { type ChangeEvent, createContext, use, useState } from 'react';
import type { Control } from 'react-hook-form';
import type { Country } from '../../../../contract/country.ts';
import {
  type CheckedField as FieldName,
  fieldViews,
  groupedText,
} from '../../../accounts/account-fields.ts';
import { checksQuery } from '../../../accounts/check-digits/checks-query.ts';
import { useTypoWords } from '../../../accounts/check-digits/likely-typo.ts';
import { useDebouncedValue } from '../../../form/use-debounced-value.ts';
import { useFormField } from '../../../form/use-form-field.ts';
import { TextField, type TextFieldProps } from '../../../ui/text-field.tsx';
import type { AccountValues } from './account-values.ts';

const afterClick = 200;

type CheckedFieldProps = Omit<
  TextFieldProps,
  'id' | 'name' | 'value' | 'defaultValue' | 'onChange' | 'onBlur' | 'ref' | 'error' | 'label'
> & {
  control: Control<AccountValues>;
  name: FieldName;
  /** Where it is not what the field is called everywhere. */
  label?: TextFieldProps['label'];
  /** The country of a bank's code, or the digital asset of a wallet's address. */
  place?: Country | undefined;
};

/** A text with a check of its own: grouped as people write it, with a hint of the likely typo. Never a block. */
export function CheckedField({
  control,
  name,
  place,
  label,
  warning,
  ...words
}: CheckedFieldProps) {
  const { t } = useLingui();
  const view = fieldViews[name];
  const { value, onChange, onBlur, ...field } = useFormField({ control, name });
  // What the field was left with: what is still being typed is not judged.
  const [left, setLeft] = useState(value);
  // Later than the click that took the focus: what is under the pointer must not move before it.
  const judged = useDebouncedValue(left, afterClick);
  const isToCheck = !useIsKnown(name, value, place) && value !== '';
  // What the service has taken already is not looked at.
  const { data: checks } = useQuery({ ...checksQuery, enabled: isToCheck });
  const say = useTypoWords();
  const typo = isToCheck && judged === value ? checks?.checkField(name, value, place?.code) : null;
  const hint = typo && say(typo, place);

  function change({ currentTarget, nativeEvent }: ChangeEvent<HTMLInputElement>) {
    const text = currentTarget.value;
    const isAtEnd = currentTarget.selectionStart === text.length;
    const isComposing = nativeEvent instanceof InputEvent && nativeEvent.isComposing;
    // Grouped while it is typed at the end alone: elsewhere the caret would jump.
    onChange(isAtEnd && !isComposing ? grouped(text) : text);
  }

  function leave() {
    const text = grouped(value);
    if (text !== value) onChange(text);
    setLeft(text);
    onBlur();
  }

  const grouped = (text: string) => (view.grouping ? groupedText(name, text) : text);

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

/** The form as the service has it, or as it is empty. */
export const KnownAccount = createContext<AccountValues | null>(null);

/** Whether a text stands as the service took it, for the same place where it says of which one it is. */
function useIsKnown(name: string, value: string, place: Country | undefined): boolean {
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
