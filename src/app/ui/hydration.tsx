import {
  type ComponentProps,
  createContext,
  type ReactNode,
  Suspense,
  use,
  useId,
  useLayoutEffect,
  useState,
  useSyncExternalStore,
} from 'react';

/*
 * How a rendered page comes alive without losing what a person does to it in that time.
 *
 * The server renders the page, and React hydrates it in parts, each in a task of its own. A person types before
 * that. React takes the text of an uncontrolled field as it finds it. A controlled field has its text in state,
 * and React would write that older text over the typed one at its next render. So each controlled field looks at
 * its element once, in the commit that hydrates it, and puts what it finds into the state. No event is handled in
 * between, so nothing is captured and written back later.
 *
 * An EarlyForm that was submitted before hydration is submitted once its fields have been read.
 */

/** What is to be read in the commit that hydrates a part; null after it. */
type Part = { readings: (() => void)[] | null };

const PartContext = createContext<Part | null>(null);

/** A part of the page whose fields keep what was entered before hydration. */
export function Hydrated({ children }: { children: ReactNode }) {
  const [part] = useState<Part>(() => ({ readings: [] }));
  return (
    <PartContext value={part}>
      {children}
      <PartEnd part={part} />
    </PartContext>
  );
}

/** Hydrates its children in a task of their own: first those that the person uses. */
export function HydratedApart({ children }: { children: ReactNode }) {
  return (
    <Suspense>
      <Hydrated>{children}</Hydrated>
    </Suspense>
  );
}

/** Rendered last, so that its effect follows those by which a form listens to its fields. */
function PartEnd({ part }: { part: Part }) {
  useLayoutEffect(() => {
    const { readings } = part;
    part.readings = null;
    for (const read of readings ?? []) read();
  }, [part]);
  return null;
}

/** Calls `read` with the element of this id in the commit that hydrates it, and never for one rendered later. */
function useReading(id: string, read: (element: HTMLElement) => void) {
  const part = use(PartContext);
  // Of the first render: only that is hydrated.
  const [first] = useState(() => read);
  useLayoutEffect(() => {
    part?.readings?.push(() => {
      const element = document.getElementById(id);
      if (element) first(element);
    });
  }, [part, id, first]);
}

/**
 * Calls `take` with what the person entered before hydration into the field of this id, if it renders another.
 * @param shown a text, a select's value, the value of the chosen radio button, or of a checkbox 'on' or ''
 */
export function useEarlyEntry(id: string, shown: string, take: (entered: string) => void): void {
  useReading(id, (field) => {
    const entered = entryOf(field);
    if (entered === null || entered === shown) return;
    // The choice itself may be the event that React is about to handle, with the element back at what is shown
    // until the choice is rendered. It is taken after that.
    if (isText(field)) take(entered);
    else queueMicrotask(() => take(entered));
  });
}

const choiceTypes = ['checkbox', 'date', 'time'];

const isText = (field: HTMLElement) =>
  field instanceof HTMLInputElement && !choiceTypes.includes(field.type);

function entryOf(field: HTMLElement): string | null {
  if (field instanceof HTMLFieldSetElement) {
    return field.querySelector<HTMLInputElement>('input:checked')?.value ?? null;
  }
  if (field instanceof HTMLSelectElement) return field.value;
  if (!(field instanceof HTMLInputElement)) return null;
  if (field.type === 'checkbox') return field.checked ? 'on' : '';
  const { value } = field;
  // React notices a change by comparing with the text that it found while rendering, which may be older than this.
  // To set the same text again makes it current, and moves neither caret nor selection.
  field.value = value;
  return value;
}

/** A form that moves no money: submitted before hydration, it is submitted with what its fields then hold. */
export function EarlyForm({ id, ...form }: ComponentProps<'form'>) {
  const ownId = useId();
  const formId = id ?? ownId;
  useReading(formId, (element) => {
    if (!(element instanceof HTMLFormElement) || element.dataset.sent === undefined) return;
    delete element.dataset.sent;
    // A microtask: React has rendered what was read by then, and has handled no other event.
    queueMicrotask(() => element.requestSubmit());
  });
  return <form {...form} id={formId} data-early />;
}

type Control = HTMLInputElement | HTMLSelectElement;

/**
 * Renders a page over one that the server rendered otherwise, and takes along what the person entered there:
 * it is read, rendered and entered in one task, so that no event is handled in between.
 * @param render replaces the page before it returns
 */
export function renderOver(root: HTMLElement, render: () => void): void {
  const controls = controlsIn(root);
  const entries = controls.flatMap(([key, control]) =>
    isEntered(control) ? [{ key, control }] : [],
  );
  const focused = controls.find(([, control]) => control === document.activeElement);
  const caret = focused?.[1] instanceof HTMLInputElement ? focused[1].selectionStart : null;
  const sent = [...root.querySelectorAll('form')].map(({ dataset }) => dataset.sent !== undefined);
  render();
  const next = new Map(controlsIn(root));
  for (const { key, control } of entries) enter(next.get(key), control);
  const field = focused && next.get(focused[0]);
  field?.focus({ preventScroll: true });
  if (field instanceof HTMLInputElement && caret !== null) field.setSelectionRange(caret, caret);
  for (const [index, form] of [...root.querySelectorAll('form')].entries())
    if (sent[index] && form.dataset.early !== undefined) form.requestSubmit();
}

/** The fields by what they are called, the second of a name by its place. */
function controlsIn(root: HTMLElement): [key: string, control: Control][] {
  const counts = new Map<string, number>();
  return [...root.querySelectorAll<Control>('input, select')].map((control) => {
    const label = control.labels?.[0]?.textContent ?? control.getAttribute('aria-label') ?? '';
    const name = JSON.stringify([control.type, label]);
    const count = (counts.get(name) ?? 0) + 1;
    counts.set(name, count);
    return [`${name} ${count}`, control];
  });
}

/** Whether the field holds something else than the server wrote. */
function isEntered(control: Control): boolean {
  if (control instanceof HTMLSelectElement) {
    const options = [...control.options];
    const written = options.find(({ defaultSelected }) => defaultSelected) ?? options[0];
    return control.value !== written?.value;
  }
  return isTick(control)
    ? control.checked !== control.defaultChecked
    : control.value !== control.defaultValue;
}

const isTick = ({ type }: Control) => type === 'checkbox' || type === 'radio';

/** Enters into a field what another holds, as if the person did. */
function enter(field: Control | undefined, from: Control) {
  if (field instanceof HTMLInputElement && isTick(field)) {
    if (from instanceof HTMLInputElement && field.checked !== from.checked) field.click();
  } else if (field && field.value !== from.value) {
    const isSelect = field instanceof HTMLSelectElement;
    // By the prototype: React ignores the event of a text that it believes to have set itself.
    const { prototype } = isSelect ? HTMLSelectElement : HTMLInputElement;
    Object.getOwnPropertyDescriptor(prototype, 'value')?.set?.call(field, from.value);
    field.dispatchEvent(new Event(isSelect ? 'change' : 'input', { bubbles: true }));
  }
}

const never = () => () => {};

/**
 * False while the server renders and while the browser hydrates, which must render the same HTML; true right
 * after that, and at once on a page that the browser renders itself.
 */
export function useHydrated(): boolean {
  return useSyncExternalStore(
    never,
    () => true,
    () => false,
  );
}
