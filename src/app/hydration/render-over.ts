type Control = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement;

type RenderOverOptions = {
  /** Whether the server rendered the same page, as where only a translation keeps it from hydration. */
  isAlike: boolean;
};

/**
 * Renders a page over one that the server rendered otherwise, and takes along what the person entered there:
 * it is read, rendered and entered in one task, so that no event is handled in between.
 * @param render replaces the page before it returns
 */
export function renderOver(root: HTMLElement, render: () => void, how: RenderOverOptions): void {
  const controls = controlsIn(root, how);
  const entries = controls.flatMap(([key, control]) =>
    isEntered(control) ? [{ key, control }] : [],
  );
  const focused = controls.find(([, control]) => control === document.activeElement);
  const caret = focused && !isSelect(focused[1]) ? focused[1].selectionStart : null;
  const sent = [...root.querySelectorAll('form')].map(({ dataset }) => dataset.sent !== undefined);
  render();
  const next = new Map(controlsIn(root, how));
  for (const { key, control } of entries) enter(next.get(key), control);
  const field = focused && next.get(focused[0]);
  field?.focus({ preventScroll: true });
  if (field && !isSelect(field) && caret !== null) field.setSelectionRange(caret, caret);
  for (const [index, form] of [...root.querySelectorAll('form')].entries())
    if (sent[index] && form.dataset.early !== undefined) form.requestSubmit();
}

/** The fields by what they are called, the second of a name by its place. */
function controlsIn(
  root: HTMLElement,
  { isAlike }: RenderOverOptions,
): [key: string, control: Control][] {
  const counts = new Map<string, number>();
  return [...root.querySelectorAll<Control>('input, select, textarea')].map((control, place) => {
    // The labels may be translated. On another page, a field whose label is not found could be another one.
    if (isAlike) return [`${control.type} ${place}`, control];
    const label = control.labels?.[0]?.textContent ?? control.getAttribute('aria-label') ?? '';
    const name = JSON.stringify([control.type, label]);
    const count = (counts.get(name) ?? 0) + 1;
    counts.set(name, count);
    return [`${name} ${count}`, control];
  });
}

/** Whether the field holds something else than the server wrote. */
function isEntered(control: Control): boolean {
  if (isSelect(control)) {
    const options = [...control.options];
    const written = options.find(({ defaultSelected }) => defaultSelected) ?? options[0];
    return control.value !== written?.value;
  }
  return isTick(control)
    ? control.checked !== control.defaultChecked
    : control.value !== control.defaultValue;
}

const isSelect = (control: Control): control is HTMLSelectElement =>
  control instanceof HTMLSelectElement;

const isTick = (control: Control): control is HTMLInputElement =>
  control instanceof HTMLInputElement && ['checkbox', 'radio'].includes(control.type);

/** Enters into a field what another holds, as if the person did. */
function enter(field: Control | undefined, from: Control) {
  if (field && isTick(field)) {
    if (isTick(from) && field.checked !== from.checked) field.click();
  } else if (field && field.value !== from.value) {
    // By the prototype: React ignores the event of a text that it believes to have set itself.
    const prototype: unknown = Object.getPrototypeOf(field);
    Object.getOwnPropertyDescriptor(prototype, 'value')?.set?.call(field, from.value);
    field.dispatchEvent(new Event(isSelect(field) ? 'change' : 'input', { bubbles: true }));
  }
}
