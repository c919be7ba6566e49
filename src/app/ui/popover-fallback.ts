const shown = 'data-popover-shown';

/**
 * jsdom only hides popovers. Adds what the app uses, by the standard: the button toggles it, Escape and a
 * press outside close it, and the focus returns.
 */
export function installPopoverPolyfill() {
  const style = document.createElement('style');
  style.textContent = `[popover][${shown}] { display: block }`;
  document.head.append(style);
  const before = new WeakMap<HTMLElement, Element | null>();

  function toggle(popover: HTMLElement, isShown = !popover.hasAttribute(shown)) {
    if (popover.hasAttribute(shown) === isShown) return;
    const restored = popover.contains(document.activeElement) ? before.get(popover) : null;
    popover.toggleAttribute(shown, isShown);
    if (isShown) before.set(popover, document.activeElement);
    else if (restored instanceof HTMLElement) restored.focus();
    const [oldState, newState] = isShown ? ['closed', 'open'] : ['open', 'closed'];
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
  const all = () => document.querySelectorAll<HTMLElement>(`[popover=auto][${shown}]`);

  document.addEventListener('click', (event) => {
    const popover = document.getElementById(targetOf(event) ?? '');
    if (popover) toggle(popover);
  });
  document.addEventListener('pointerdown', (event) => {
    const isInside = (popover: HTMLElement) =>
      popover.id === targetOf(event) ||
      (event.target instanceof Node && popover.contains(event.target));
    for (const popover of all()) if (!isInside(popover)) toggle(popover, false);
  });
  document.addEventListener('keydown', ({ key }) => {
    if (key === 'Escape') for (const popover of all()) toggle(popover, false);
  });
}
