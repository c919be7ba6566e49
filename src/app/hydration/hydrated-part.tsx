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
 * React hydrates the page in parts, each in a task of its own, and a person types before that. React takes the text
 * of an uncontrolled field as it finds it. A controlled field has its text in state, and React would write that
 * older text over the typed one at its next render. So each controlled field looks at its element once, in the commit
 * that hydrates it, and puts what it finds into the state. No event is handled in between, so nothing is captured and
 * written back later. `hydrate-page.ts` has the whole way.
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

/**
 * Hydrates its children in a task of their own: first those that the person uses. A boundary needs it for its fields,
 * because React hydrates one after the page around it.
 */
export function HydratedApart({ children, ...boundary }: ComponentProps<typeof Suspense>) {
  return (
    <Suspense {...boundary}>
      <Hydrated>{children}</Hydrated>
    </Suspense>
  );
}

/** Rendered last, so that its effect follows those by which a form listens to its fields. */
function PartEnd({ part }: { part: Part }) {
  // In the commit, before the browser handles another event.
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
  // In the commit: only then does the element hold what was entered, and nothing later.
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

const isWritten = (field: HTMLElement) =>
  field instanceof HTMLInputElement || field instanceof HTMLTextAreaElement;

const isText = (field: HTMLElement) => isWritten(field) && !choiceTypes.includes(field.type);

function entryOf(field: HTMLElement): string | null {
  if (field instanceof HTMLFieldSetElement) {
    return field.querySelector<HTMLInputElement>('input:checked')?.value ?? null;
  }
  if (field instanceof HTMLSelectElement) return field.value;
  if (!isWritten(field)) return null;
  if ('checked' in field && field.type === 'checkbox') return field.checked ? 'on' : '';
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
