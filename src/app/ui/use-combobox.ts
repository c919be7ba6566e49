import {
  type ComponentProps,
  type FocusEvent,
  type KeyboardEvent,
  type MouseEvent,
  useCallback,
  useRef,
  useState,
} from 'react';

type Options = {
  /** The id of the text field, from which the ids of the list and its options are made. */
  id: string;
  /** The number of options in the list. */
  count: number;
  /** The index of the chosen option; -1 if it is not in the list. */
  chosen: number;
  /** Called with the index of the option that the person chooses. */
  onTake: (index: number) => void;
  onEscape: () => void;
  onLeave: () => void;
};

/**
 * Connects a list of options to a text field (ARIA pattern 'editable combobox with list autocomplete'):
 * the focus stays in the field, whose aria-activedescendant is the active option.
 */
export function useCombobox({ id, onEscape, onLeave, ...options }: Options) {
  const listbox = useListbox(options);
  const { isOpen, active, open, close, activate, take, showOption } = listbox;
  const listId = `${id}-list`;
  const optionId = (index: number) => `${id}-option-${index}`;

  return {
    isOpen,
    open,
    inputProps: {
      id,
      role: 'combobox',
      autoComplete: 'off',
      'aria-autocomplete': 'list',
      'aria-controls': listId,
      'aria-expanded': isOpen,
      'aria-activedescendant': isOpen && listbox.hasActive ? optionId(active) : undefined,
      onKeyDown(event: KeyboardEvent) {
        // During composition the keys belong to the input method.
        if (event.nativeEvent.isComposing) return;
        if (pressKey(listbox, event)) event.preventDefault();
        if (event.key === 'Escape') onEscape();
      },
      onBlur(event: FocusEvent) {
        // The whole window lost the focus; the field gets it back.
        if (document.activeElement === event.currentTarget) return;
        close();
        onLeave();
      },
    } satisfies ComponentProps<'input'>,
    toggleProps: {
      tabIndex: -1,
      'aria-controls': listId,
      'aria-expanded': isOpen,
      onMouseDown: keepFocus,
      onClick() {
        document.getElementById(id)?.focus();
        if (isOpen) close();
        else open();
      },
    } satisfies ComponentProps<'button'>,
    listProps: {
      id: listId,
      role: 'listbox',
      'aria-labelledby': `${id}-label`,
      onMouseDown: keepFocus,
    } satisfies ComponentProps<'ul'>,
    optionProps: (index: number) =>
      ({
        // React calls it when the option is rendered or becomes the active one.
        ref: index === active ? showOption : undefined,
        id: optionId(index),
        role: 'option',
        'aria-selected': index === active,
        onMouseMove: () => activate(index, true),
        onClick: () => take(index),
      }) satisfies ComponentProps<'li'>,
  };
}

type Listbox = ReturnType<typeof useListbox>;

/** Whether the list is open, and which option is active. */
function useListbox({ count, chosen, onTake }: Pick<Options, 'count' | 'chosen' | 'onTake'>) {
  const [isOpen, setOpen] = useState(false);
  const [active, setActive] = useState(-1);
  // The option under the pointer is visible, and scrolling would move it away.
  const byPointer = useRef(false);

  const showOption = useCallback((option: HTMLElement | null) => {
    if (option && !byPointer.current) scrollTo(option);
  }, []);

  function activate(index: number, pointer = false) {
    byPointer.current = pointer;
    setActive(index);
  }

  /** Opens the list at an option, by default at the chosen one. */
  function open(at = chosen) {
    setOpen(true);
    activate(at);
  }

  function close() {
    setOpen(false);
    setActive(-1);
  }

  function take(index: number) {
    close();
    onTake(index);
  }

  /** A step of one wraps around; a larger one stops at the ends. */
  function move(steps: number) {
    if (!isOpen) return open(chosen >= 0 ? chosen : steps > 0 ? 0 : count - 1);
    if (count === 0) return;
    const to = active + steps;
    if (Math.abs(steps) > 1) activate(Math.min(Math.max(to, 0), count - 1));
    else activate(to < 0 ? count - 1 : to % count);
  }

  const hasActive = active >= 0 && active < count;
  return { isOpen, count, active, hasActive, open, close, activate, take, move, showOption };
}

/** Handles a key in the list. Returns whether it had an effect. */
function pressKey(listbox: Listbox, { key, altKey }: KeyboardEvent): boolean {
  const { isOpen, count, active, hasActive, close, activate, take, move } = listbox;
  switch (key) {
    case 'ArrowDown':
      move(1);
      return true;
    case 'ArrowUp':
      if (isOpen && altKey) close();
      else move(-1);
      return true;
    case 'PageDown':
    case 'PageUp':
      if (isOpen) move(key === 'PageDown' ? 10 : -10);
      return isOpen;
    case 'Home':
    case 'End':
      if (isOpen && count > 0) activate(key === 'Home' ? 0 : count - 1);
      return isOpen;
    case 'Enter':
      if (isOpen && hasActive) take(active);
      return isOpen;
    case 'Escape':
      close();
      // The dialog around the field may close on the next Escape.
      return isOpen;
    default:
      return false;
  }
}

function keepFocus(event: MouseEvent) {
  event.preventDefault();
}

/** Scrolls the list only, not the page. */
function scrollTo(option: HTMLElement) {
  const list = option.parentElement;
  if (!list) return;
  const top = option.offsetTop - list.offsetTop;
  if (top < list.scrollTop) list.scrollTop = top;
  const below = top + option.offsetHeight - list.clientHeight;
  if (below > list.scrollTop) list.scrollTop = below;
}
