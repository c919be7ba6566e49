import type { FieldErrors, FieldValues } from 'react-hook-form';
import type { SummaryError } from '../ui/error-summary.tsx';
import { fieldId } from './form-id.ts';

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null;

/** Every field at fault, by its path in the form's values, with its message. */
export function flattenErrors<Values extends FieldValues>(
  errors: FieldErrors<Values>,
): Map<string, string> {
  const flat = new Map<string, string>();
  function walk(node: unknown, path: string) {
    if (!isObject(node)) return;
    // An error has its kind as text; a group of fields holds only objects.
    if (typeof node.type === 'string') {
      flat.set(path, typeof node.message === 'string' ? node.message : '');
      return;
    }
    for (const [key, child] of Object.entries(node)) walk(child, path ? `${path}.${key}` : key);
  }
  walk(errors, '');
  return flat;
}

function labelOf(control: HTMLElement): string | undefined {
  const words =
    control instanceof HTMLFieldSetElement
      ? control.querySelector('legend')
      : document.querySelector(`label[for="${CSS.escape(control.id)}"]`);
  // The first element holds the label alone, without '(optional)'.
  return (words?.firstElementChild ?? words)?.textContent ?? undefined;
}

export type FaultyField = Pick<SummaryError, 'id' | 'label'> & { name: string };

/** Finds the fields' controls and puts them in the order of the screen, those without one last. */
export function inScreenOrder(formId: string, names: Iterable<string>): FaultyField[] {
  const found: { control: HTMLElement; field: FaultyField }[] = [];
  const lost: FaultyField[] = [];
  for (const name of names) {
    const control = document.getElementById(fieldId(formId, name));
    if (control) found.push({ control, field: { name, id: control.id, label: labelOf(control) } });
    else lost.push({ name });
  }
  found.sort((a, b) =>
    a.control.compareDocumentPosition(b.control) & Node.DOCUMENT_POSITION_FOLLOWING ? -1 : 1,
  );
  return [...found.map(({ field }) => field), ...lost];
}
