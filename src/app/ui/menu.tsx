import { type KeyboardEvent, type ReactNode, useId, useRef, useState } from 'react';
import { classNames } from './class-names.ts';
import { Drawing } from './icon.tsx';
import iconButton from './icon-button.module.css';
import { Link } from './link.tsx';
import styles from './menu.module.css';
import { rovingTabindex } from './roving-tabindex.ts';

const moreIcon = 'M3 8h.01M8 8h.01M13 8h.01';

/** A link or an action. */
type MenuItem = { key: string; label: ReactNode } & (
  | { to: string; onPick?: undefined }
  | { onPick: () => void; to?: undefined }
);

type MenuProps = {
  /** The name of the button, which shows three dots. */
  label: string;
  items: readonly MenuItem[];
};

/**
 * Rarer actions behind a button (ARIA pattern 'menu button'). It is a popover, so the browser opens and
 * closes it, also on Escape or a click elsewhere, and returns the focus.
 */
export function Menu({ label, items }: MenuProps) {
  const id = useId();
  const [isOpen, setOpen] = useState(false);
  const button = useRef<HTMLButtonElement>(null);
  const menu = useRef<HTMLDivElement>(null);

  const choices = () => [...(menu.current?.querySelectorAll<HTMLElement>('[role=menuitem]') ?? [])];
  const close = () => menu.current?.hidePopover();

  function enter(event: KeyboardEvent<HTMLButtonElement>) {
    if (event.key !== 'ArrowDown' && event.key !== 'ArrowUp') return;
    event.preventDefault();
    if (!isOpen) event.currentTarget.click();
    choices()
      .at(event.key === 'ArrowDown' ? 0 : -1)
      ?.focus();
  }

  function move(event: KeyboardEvent) {
    // The focus is on the button then, so Tab continues from there.
    if (event.key === 'Tab') return close();
    const all = choices();
    const at = all.findIndex((choice) => choice.matches(':focus'));
    const to = rovingTabindex(event.key, ['ArrowUp', 'ArrowDown'], at, all.length);
    if (to === undefined) return;
    event.preventDefault();
    all[to]?.focus();
  }

  return (
    <>
      <button
        ref={button}
        type="button"
        popoverTarget={id}
        aria-haspopup="menu"
        aria-expanded={isOpen}
        aria-controls={id}
        aria-label={label}
        title={label}
        className={classNames(iconButton.button, styles.button)}
        onKeyDown={enter}
      >
        <Drawing path={moreIcon} size={20} />
      </button>
      <div
        ref={menu}
        id={id}
        popover="auto"
        role="menu"
        aria-label={label}
        tabIndex={-1}
        className={styles.menu}
        onKeyDown={move}
        onToggle={({ newState, currentTarget }) => {
          setOpen(newState === 'open');
          const isInside = currentTarget.contains(document.activeElement);
          if (newState === 'open' && !isInside) choices()[0]?.focus();
        }}
      >
        {items.map(({ key, label: words, to, onPick }) => {
          const item = { role: 'menuitem', tabIndex: -1, className: styles.item };
          if (to !== undefined) {
            return (
              <Link key={key} {...item} to={to} onClick={close}>
                {words}
              </Link>
            );
          }
          return (
            <button
              key={key}
              {...item}
              type="button"
              onClick={() => {
                close();
                // Safari does not focus a clicked button, so it would not return the focus either.
                button.current?.focus();
                onPick();
              }}
            >
              {words}
            </button>
          );
        })}
      </div>
    </>
  );
}
