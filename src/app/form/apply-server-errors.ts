import type { FieldPath, FieldValues, UseFormReturn } from 'react-hook-form';

/** An answer that says what is wrong: a sentence, and messages for the fields at fault. */
export type ServerProblem = {
  message: string;
  errors?: Readonly<Record<string, readonly string[]>> | undefined;
};

/**
 * Puts the server's messages at the fields that they name. `fieldNames` lists the form's fields,
 * or maps the server's names to them where they differ.
 * Returns what is left for the form as a whole: the messages of unknown keys, which the caller has put
 * in words, or the problem's own message if it names no field.
 */
export function applyServerErrors<Values extends FieldValues, Output = Values>(
  form: Pick<UseFormReturn<Values, unknown, Output>, 'setError'>,
  problem: ServerProblem,
  fieldNames: readonly FieldPath<Values>[] | Readonly<Record<string, FieldPath<Values>>>,
): string[] {
  const names = new Map<string, FieldPath<Values>>(
    isList(fieldNames) ? fieldNames.map((name) => [name, name]) : Object.entries(fieldNames),
  );
  const faults = Object.entries(problem.errors ?? {});
  const rest: string[] = [];
  for (const [key, messages] of faults) {
    const name = names.get(key);
    if (name) form.setError(name, { type: 'server', message: messages.join(', ') });
    else rest.push(...messages);
  }
  return faults.length > 0 ? rest : [problem.message];
}

function isList<Item>(names: readonly Item[] | object): names is readonly Item[] {
  return Array.isArray(names);
}
