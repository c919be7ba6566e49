import { TextField, type TextFieldProps } from './text-field.tsx';

export type SearchFieldProps = Omit<TextFieldProps, 'type' | 'labelHidden'>;

/** What is typed narrows down what stands under it: a name or a number, to be taken as it is. */
export function SearchField(props: SearchFieldProps) {
  return (
    <TextField
      autoComplete="off"
      autoCapitalize="off"
      autoCorrect="off"
      spellCheck={false}
      enterKeyHint="search"
      {...props}
      type="search"
      labelHidden
    />
  );
}
