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
  /** The id of the text field; those of the list and its options are made from it. */
  id: string;
  /** How many options the list holds now. */
  count: number;
  /** Where the chosen option stands among them; -1 when it does not. */
  chosen: number;
  /** The option at this place is taken. */
  onTake: (index: number) => void;
  onEscape: () => void;
  onLeave: () => void;
};

/**
 * How a list of options hangs on a text field, by the ARIA pattern 'editable combobox with list
 * autocomplete': the focus stays in the field, which names the active option.
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
        // While a character is being composed its keys are the input method's.
        if (event.nativeEvent.isComposing) return;
        if (pressKey(listbox, event)) event.preventDefault();
        if (event.key === 'Escape') onEscape();
      },
      onBlur(event: FocusEvent) {
        // The whole window has lost the focus, and the field will have it again.
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
        // React calls it once the option stands in the list, or has become the active one.
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

/** Whether the list is open, and which of its options is the active one. */
function useListbox({ count, chosen, onTake }: Pick<Options, 'count' | 'chosen' | 'onTake'>) {
  const [isOpen, setOpen] = useState(false);
  const [active, setActive] = useState(-1);
  // What the pointer is on is in sight already, and must not be moved from under it.
  const byPointer = useRef(false);

  const showOption = useCallback((option: HTMLElement | null) => {
    if (option && !byPointer.current) scrollTo(option);
  }, []);

  function activate(index: number, pointer = false) {
    byPointer.current = pointer;
    setActive(index);
  }

  /** Opens the list at an option: the chosen one unless told. */
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

  /** One step wraps around; more than one stops at the ends. */
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

/** Whether the key has done its work in the list. */
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
      // What the field stands in may close by the next one.
      return isOpen;
    default:
      return false;
  }
}

function keepFocus(event: MouseEvent) {
  event.preventDefault();
}

/** The list alone is scrolled: the page stays where it is. */
function scrollTo(option: HTMLElement) {
  const list = option.parentElement;
  if (!list) return;
  const top = option.offsetTop - list.offsetTop;
  if (top < list.scrollTop) list.scrollTop = top;
  const below = top + option.offsetHeight - list.clientHeight;
  if (below > list.scrollTop) list.scrollTop = below;
}
