import { type Ref, useId } from 'react';
import { maxNoteLength } from '../../contract/api/case.ts';
import { useEarlyEntry } from '../hydration/hydrated-part.tsx';
import control from '../ui/control.module.css';
import { Field, type FieldWords } from '../ui/field.tsx';

type NoteFieldProps = Pick<FieldWords, 'label' | 'hint' | 'error'> & {
  rows: number;
  value: string;
  onChange: (text: string) => void;
  ref?: Ref<HTMLTextAreaElement>;
};

/** The text of a note about a case. */
export function NoteField({ label, hint, error, onChange, ...area }: NoteFieldProps) {
  const id = useId();
  useEarlyEntry(id, area.value, onChange);
  return (
    <Field id={id} label={label} hint={hint} error={error}>
      {(tied) => (
        <textarea
          {...tied}
          {...area}
          dir="auto"
          maxLength={maxNoteLength}
          onChange={(event) => onChange(event.currentTarget.value)}
          className={control.control}
        />
      )}
    </Field>
  );
}
