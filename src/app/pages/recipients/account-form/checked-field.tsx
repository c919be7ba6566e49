import { useQuery } from '@tanstack/react-query';
import { type ChangeEvent, useState } from 'react';
import type { Control } from 'react-hook-form';
import type { Country } from '../../../../contract/country.ts';
import type { CheckedField as FieldName } from '../../../accounts/check-digits/checks.ts';
import { checksQuery } from '../../../accounts/check-digits/checks-query.ts';
import { useSlipWords } from '../../../accounts/check-digits/use-slip-words.ts';
import { groupedText } from '../../../accounts/sent-text.ts';
import { useDebouncedValue } from '../../../form/use-debounced-value.ts';
import { useFormField } from '../../../form/use-form-field.ts';
import { TextField, type TextFieldProps } from '../../../ui/text-field.tsx';
import type { AccountValues } from './account-values.ts';
import { useIsKnown } from './known-account.ts';

const afterClick = 200;

export type CheckedFieldProps = Omit<
  TextFieldProps,
  'id' | 'name' | 'value' | 'defaultValue' | 'onChange' | 'onBlur' | 'ref' | 'error'
> & {
  control: Control<AccountValues>;
  name: FieldName;
  /** The country of a bank's code, or the digital asset of a wallet's address. */
  place?: Country | undefined;
};

/** A text with a check of its own: grouped as people write it, with a hint of the likely slip. Never a block. */
export function CheckedField({ control, name, place, warning, ...words }: CheckedFieldProps) {
  const { value, onChange, onBlur, ...field } = useFormField({ control, name });
  // What the field was left with: what is still being typed is not judged.
  const [left, setLeft] = useState(value);
  // Later than the click that took the focus: what is under the pointer must not move before it.
  const judged = useDebouncedValue(left, afterClick);
  const isToCheck = !useIsKnown(name, value, place) && value !== '';
  // What the service has taken already is not looked at.
  const { data: checks } = useQuery({ ...checksQuery, enabled: isToCheck });
  const say = useSlipWords();
  const slip = isToCheck && judged === value ? checks?.checkField(name, value, place?.code) : null;
  const hint = slip && say(slip, place);

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

  const grouped = (text: string) => (groups.includes(name) ? groupedText(name, text) : text);

  return (
    <TextField
      autoComplete="off"
      autoCorrect="off"
      spellCheck={false}
      {...typing[name]}
      {...words}
      {...field}
      value={value}
      onChange={change}
      onBlur={leave}
      warning={hint || warning}
    />
  );
}

const capitals = { autoCapitalize: 'characters' };

// How a phone takes them. An IBAN may stand in each of the bank's own: contract 2.3 asks for an
// aba_number in Spain, so that no keyboard without letters will do.
const typing: Partial<Record<FieldName, Pick<TextFieldProps, 'autoCapitalize' | 'inputMode'>>> = {
  bank_number: capitals,
  aba_number: capitals,
  iban_number: capitals,
  cpf_number: { inputMode: 'numeric' },
  additional_data: { autoCapitalize: 'off' },
};

const groups: readonly FieldName[] = ['bank_number', 'aba_number', 'iban_number', 'cpf_number'];
