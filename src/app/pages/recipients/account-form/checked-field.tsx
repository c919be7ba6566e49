import { queryOptions, useQuery } from '@tanstack/react-query';
import { type ChangeEvent, useState } from 'react';
import type { Control } from 'react-hook-form';
import type { Country } from '../../../../contract/country.ts';
import { useFormField } from '../../../form/use-form-field.ts';
import { TextField, type TextFieldProps } from '../../../ui/text-field.tsx';
import type { CheckedField as FieldName } from '../check-digits/checks.ts';
import type { AccountValues } from './account-values.ts';
import { useIsKnown } from './known-account.ts';
import { groupedText } from './sent-text.ts';
import { useSlipWords } from './use-slip-words.ts';

// The checks weigh as much as the form, so they come once there is something to check: what the service
// has taken already is not. Without them (an old page after an update) there is no hint, and nothing
// else is amiss.
const checksQuery = queryOptions({
  queryKey: ['recipient-checks'],
  queryFn: () => import('../check-digits/checks.ts'),
  staleTime: Number.POSITIVE_INFINITY,
  structuralSharing: false,
  retry: false,
});

const afterClick = 200;

export type CheckedFieldProps = Omit<
  TextFieldProps,
  'id' | 'name' | 'value' | 'defaultValue' | 'onChange' | 'onBlur' | 'ref' | 'error'
> & {
  control: Control<AccountValues>;
  name: FieldName;
  asset?: Country | undefined;
};

/** A text with a check of its own: grouped as people write it, with a hint of the likely slip. Never a block. */
export function CheckedField({ control, name, asset, warning, ...words }: CheckedFieldProps) {
  const { value, onChange, onBlur, ...field } = useFormField({ control, name });
  // What the field was left with: what is still being typed is not judged.
  const [left, setLeft] = useState(value);
  const isToCheck = !useIsKnown(name, value, asset) && value !== '';
  const { data: checks } = useQuery({ ...checksQuery, enabled: isToCheck });
  const say = useSlipWords();
  const slip = isToCheck && left === value ? checks?.checkField(name, value, asset?.code) : null;
  const hint = slip && say(slip, asset);

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
    // Later than the click that took the focus: what is under the pointer must not move before it.
    setTimeout(() => setLeft(text), afterClick);
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
