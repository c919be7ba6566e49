/**
 * For a step that takes another's place under the same path: the pressed link is gone, and the focus
 * with it. One function for all renders, so that React calls it only when the step appears.
 */
export function focusHeading(step: HTMLElement | null): void {
  if (document.activeElement !== document.body) return;
  step?.querySelector('h1')?.focus({ preventScroll: true });
}
