import { useEffect, useState } from 'react';
import { useHydrated } from './use-hydrated.ts';

type Control = HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement;

/** Rendered after the page: replays what the person did before the page was hydrated. */
export function EarlyInput() {
  const isHydrated = useHydrated();
  const [wasRendered] = useState(!isHydrated);
  // Only an effect runs right after hydration.
  useEffect(() => {
    if (wasRendered) replayEarlyInput(document);
  }, [wasRendered]);
  return null;
}

/**
 * Repeats for React what the person did before hydration: it listens only from then on, and a controlled
 * field would lose what was typed. A form that was submitted is submitted if it asks for that.
 */
export function replayEarlyInput(root: ParentNode): void {
  const controls = [...root.querySelectorAll<Control>('input, select, textarea')];
  // Read before the first replay, because it makes React render.
  const replays = controls.map((control) =>
    isTickable(control) ? repeatTick(control) : repeatValue(control),
  );
  // In a task of its own, which hydration does not lengthen. React has then rendered what was replayed.
  setTimeout(() => {
    for (const replay of replays) replay?.();
    queueMicrotask(() => {
      for (const form of root.querySelectorAll<HTMLFormElement>('form[data-sent]'))
        submitAgain(form);
    });
  });
}

function submitAgain(form: HTMLFormElement) {
  delete form.dataset.sent;
  if (form.dataset.early !== undefined) form.requestSubmit();
}

function isTickable(control: Control): control is HTMLInputElement {
  return control.type === 'checkbox' || control.type === 'radio';
}

/** Ticks again what the person ticked; null if that was nothing. */
function repeatTick(control: HTMLInputElement) {
  // A radio button that lost its mark follows from the one that got it.
  const isLoser = control.type === 'radio' && !control.checked;
  if (control.checked === control.defaultChecked || isLoser) return null;
  return () => {
    control.checked = control.defaultChecked;
    control.click();
  };
}

// Each part that hydrates replays what it finds, but a choice only once. Of a text field React itself keeps the
// default up to date, and only a part that is hydrated takes its text.
const chosen = new WeakSet<Control>();

/** Writes again what the person wrote or chose; null if that was nothing. */
function repeatValue(control: Control) {
  const { value } = control;
  const rendered = renderedValue(control);
  if (value === rendered) return null;
  return () => {
    if (chosen.has(control)) return;
    const isSelect = control instanceof HTMLSelectElement;
    if (isSelect) chosen.add(control);
    // React tracks the value that is set on the element itself, and ignores an event that changes nothing.
    control.value = rendered;
    const prototype = Object.getPrototypeOf(control);
    Object.getOwnPropertyDescriptor(prototype, 'value')?.set?.call(control, value);
    control.dispatchEvent(new Event(isSelect ? 'change' : 'input', { bubbles: true }));
  };
}

/** The value that the server wrote. */
function renderedValue(control: Control): string {
  if (!(control instanceof HTMLSelectElement)) return control.defaultValue;
  const options = [...control.options];
  return (options.find(({ defaultSelected }) => defaultSelected) ?? options[0])?.value ?? '';
}
