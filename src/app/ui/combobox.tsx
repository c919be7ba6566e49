import { plural } from '@lingui/core/macro';
import { Trans, useLingui } from '@lingui/react/macro';
import { type UseComboboxState, type UseComboboxStateChangeOptions, useCombobox } from 'downshift';
import { type FocusEventHandler, type Ref, useId, useMemo, useState } from 'react';
import { classNames } from './class-names.ts';
import { CodeBadge } from './code-badge.tsx';
import styles from './combobox.module.css';
import { type ComboboxItem, firstItems, searchable, searchItems } from './combobox-search.ts';
import control from './control.module.css';
import { Field, type FieldWords } from './field.tsx';
import { fold } from './fold.ts';
import { Icon } from './icon.tsx';
import { VisuallyHidden } from './visually-hidden.tsx';

const LIMIT = 100;
const changeTypes = useCombobox.stateChangeTypes;

export type ComboboxProps = FieldWords & {
  id?: string | undefined;
  items: readonly ComboboxItem[];
  /** The chosen item's value; '' when nothing is chosen. */
  value: string;
  onChange: (value: string) => void;
  /** Said when nothing fits what was typed. */
  emptyText?: string | undefined;
  name?: string | undefined;
  placeholder?: string | undefined;
  disabled?: boolean | undefined;
  onBlur?: FocusEventHandler<HTMLInputElement> | undefined;
  ref?: Ref<HTMLInputElement> | undefined;
};

const labelOf = (item: ComboboxItem | null) => item?.label ?? '';

/** A choice among many, found by typing any part of it, whatever the accents and case. */
export function Combobox({
  id: givenId,
  label,
  labelHidden,
  optional,
  hint,
  warning,
  error,
  items,
  value,
  onChange,
  emptyText,
  name,
  placeholder,
  disabled = false,
  onBlur,
  ref,
}: ComboboxProps) {
  const { t } = useLingui();
  const ownId = useId();
  const id = givenId ?? ownId;
  const [query, setQuery] = useState('');
  const index = useMemo(() => searchable(items), [items]);
  const found = useMemo(() => searchItems(index, query), [index, query]);
  const chosen = useMemo(() => items.find((item) => item.value === value) ?? null, [items, value]);
  const shown = useMemo(() => firstItems(found, LIMIT, chosen), [found, chosen]);

  function exactly(text: string): ComboboxItem | null {
    const folded = fold(text);
    const same = index.filter((entry) => entry.label === folded);
    return same.length === 1 ? (same[0]?.item ?? null) : null;
  }

  function reduce(
    state: UseComboboxState<ComboboxItem>,
    { type, changes }: UseComboboxStateChangeOptions<ComboboxItem>,
  ): Partial<UseComboboxState<ComboboxItem>> {
    switch (type) {
      case changeTypes.InputChange:
        // Emptying the text clears the choice; the first match is always ready for Enter.
        return {
          ...changes,
          highlightedIndex: 0,
          selectedItem: changes.inputValue === '' ? null : state.selectedItem,
        };
      case changeTypes.InputClick:
        // A second click places the caret, it does not close the list.
        return state.isOpen ? state : changes;
      case changeTypes.InputKeyDownEscape:
        return {
          ...state,
          isOpen: false,
          highlightedIndex: -1,
          inputValue: labelOf(state.selectedItem),
        };
      case changeTypes.InputBlur: {
        const selectedItem = exactly(state.inputValue) ?? state.selectedItem;
        return {
          isOpen: false,
          highlightedIndex: -1,
          selectedItem,
          inputValue: labelOf(selectedItem),
        };
      }
      default:
        return changes;
    }
  }

  const box = useCombobox<ComboboxItem>({
    items: shown,
    inputId: id,
    labelId: `${id}-label`,
    menuId: `${id}-list`,
    toggleButtonId: `${id}-toggle`,
    getItemId: (position) => `${id}-option-${position}`,
    itemToString: labelOf,
    // With its label, so that the text follows the language.
    itemToKey: (item) => item && `${item.value} ${item.label}`,
    selectedItem: chosen,
    stateReducer: reduce,
    onSelectedItemChange: ({ selectedItem }) => onChange(selectedItem?.value ?? ''),
    onInputValueChange: ({ type }) => {
      if (type !== changeTypes.InputChange) setQuery('');
    },
    onIsOpenChange: ({ isOpen }) => {
      if (!isOpen) setQuery('');
    },
  });

  const more = found.length - shown.length;
  const count = found.length;
  const countText = t`${plural(count, { one: '# option', other: '# options' })}`;
  const nothing = emptyText ?? t`Nothing fits. Try fewer letters.`;

  return (
    <Field {...{ id, label, labelHidden, optional, hint, warning, error }}>
      {(tied) => (
        <div className={styles.frame}>
          <input
            {...box.getInputProps({
              ...(ref && { ref }),
              disabled,
              onBlur,
              // In the event itself: an Enter that follows at once must meet the list of what was typed.
              onChange: (event) => setQuery(event.currentTarget.value),
              onClick: (event) => {
                if (!box.isOpen) event.currentTarget.select();
              },
              ...(shown.length === 0 && { 'aria-activedescendant': undefined }),
            })}
            {...tied}
            type="text"
            name={name}
            placeholder={placeholder}
            autoCapitalize="off"
            spellCheck={false}
            className={classNames(control.control, styles.input)}
          />
          <div className={styles.tools}>
            {chosen && !disabled && (
              <button
                type="button"
                tabIndex={-1}
                aria-label={t`Clear`}
                className={classNames(styles.tool, styles.clear)}
                onClick={() => {
                  onChange('');
                  box.openMenu();
                }}
              >
                <Icon name="cross" size={14} />
              </button>
            )}
            <button
              {...box.getToggleButtonProps({ disabled })}
              type="button"
              aria-label={t`Show options`}
              className={styles.tool}
            >
              <Icon name="chevron" />
            </button>
          </div>
          <div className={classNames(styles.popup, !box.isOpen && styles.closed)}>
            <ul {...box.getMenuProps()} className={styles.list}>
              {box.isOpen &&
                shown.map((item, position) => (
                  <li
                    key={item.value}
                    {...box.getItemProps({ item, index: position })}
                    className={styles.option}
                  >
                    {item.badge && <CodeBadge>{item.badge}</CodeBadge>}
                    <span className={styles.words}>
                      {item.label}
                      {item.hint && <span className={styles.optionHint}>{item.hint}</span>}
                    </span>
                    {item.value === value && <Icon name="check" />}
                  </li>
                ))}
            </ul>
            {shown.length === 0 && <p className={styles.note}>{nothing}</p>}
            {more > 0 && (
              <p className={styles.note}>
                <Trans>{more} more: keep typing</Trans>
              </p>
            )}
          </div>
          <VisuallyHidden role="status">
            {box.isOpen && (shown.length === 0 ? nothing : countText)}
          </VisuallyHidden>
        </div>
      )}
    </Field>
  );
}
