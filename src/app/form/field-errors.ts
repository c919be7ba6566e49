import type { FieldErrors, FieldPath, FieldValues, UseFormReturn } from 'react-hook-form';
import type { SummaryError } from '../ui/error-summary.tsx';
import { fieldId } from './use-form-field.ts';

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null;

/** The message of every field with an error, by its path in the form's values. */
export function flattenErrors<Values extends FieldValues>(
  errors: FieldErrors<Values>,
): Map<string, string> {
  const flat = new Map<string, string>();
  function walk(node: unknown, path: string) {
    if (!isObject(node)) return;
    // Only an error has a text as its type; a group of fields holds objects.
    if (typeof node.type === 'string') {
      flat.set(path, typeof node.message === 'string' ? node.message : '');
      return;
    }
    for (const [key, child] of Object.entries(node)) walk(child, path ? `${path}.${key}` : key);
  }
  walk(errors, '');
  return flat;
}

type FaultyField = Pick<SummaryError, 'id'> & { name: string };

/** Sorts fields by where their controls are on the screen; fields without one come last. */
export function inScreenOrder(formId: string, names: Iterable<string>): FaultyField[] {
  const found: { control: HTMLElement; field: FaultyField }[] = [];
  const lost: FaultyField[] = [];
  for (const name of names) {
    const control = document.getElementById(fieldId(formId, name));
    if (control) found.push({ control, field: { name, id: control.id } });
    else lost.push({ name });
  }
  found.sort((a, b) =>
    a.control.compareDocumentPosition(b.control) & Node.DOCUMENT_POSITION_FOLLOWING ? -1 : 1,
  );
  return [...found.map(({ field }) => field), ...lost];
}

/** What is wrong with a form: a sentence, and sentences by the server's field names. */
export type ServerProblem = {
  message: string;
  errors?: Readonly<Record<string, readonly string[]>> | undefined;
};

/**
 * Sets the server's messages as errors of the form's fields. `fieldNames` lists these, or maps the
 * server's names to them where they differ.
 * @returns what is left for the form as a whole: the messages of unknown names, or the problem's own
 * message if it names no field
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
    if (name) form.setError(name, { type: 'server', message: messages.join(' ') });
    else rest.push(...messages);
  }
  return faults.length > 0 ? rest : [problem.message];
}

function isList<Item>(names: readonly Item[] | object): names is readonly Item[] {
  return Array.isArray(names);
}
