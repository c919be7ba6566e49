// For browsers without popovers (Chrome before 114, Safari before 17, Firefox before 125), which alone load it. Adds
// what the app uses, by the standard: the button toggles it, Escape and a press outside close it, and the focus
// returns. `base.css` hides those that are not open.

const open = 'data-popover-open';

const before = new WeakMap<HTMLElement, Element | null>();

function toggle(popover: HTMLElement, isOpen = !popover.hasAttribute(open)) {
  if (popover.hasAttribute(open) === isOpen) return;
  const restored = popover.contains(document.activeElement) ? before.get(popover) : null;
  popover.toggleAttribute(open, isOpen);
  if (isOpen) before.set(popover, document.activeElement);
  else if (restored instanceof HTMLElement) restored.focus();
  const [oldState, newState] = isOpen ? ['closed', 'open'] : ['open', 'closed'];
  queueMicrotask(() => {
    popover.dispatchEvent(Object.assign(new Event('toggle'), { oldState, newState }));
  });
}

HTMLElement.prototype.showPopover = function showPopover() {
  toggle(this, true);
};
HTMLElement.prototype.hidePopover = function hidePopover() {
  toggle(this, false);
};

const targetOf = (event: Event) =>
  event.target instanceof Element
    ? event.target.closest('[popovertarget]')?.getAttribute('popovertarget')
    : undefined;
const allOpen = () => document.querySelectorAll<HTMLElement>(`[popover=auto][${open}]`);

document.addEventListener('click', (event) => {
  const popover = document.getElementById(targetOf(event) ?? '');
  if (popover) toggle(popover);
});
document.addEventListener('pointerdown', (event) => {
  const isInside = (popover: HTMLElement) =>
    popover.id === targetOf(event) ||
    (event.target instanceof Node && popover.contains(event.target));
  for (const popover of allOpen()) if (!isInside(popover)) toggle(popover, false);
});
document.addEventListener('keydown', ({ key }) => {
  if (key === 'Escape') for (const popover of allOpen()) toggle(popover, false);
});
