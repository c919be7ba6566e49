import { plural } from '@lingui/core/macro';
import { Trans, useLingui } from '@lingui/react/macro';
import { type FocusEventHandler, type Ref, useId, useMemo, useState } from 'react';
import { memoizeWeak } from '../../contract/memoize-weak.ts';
import { normalizeForSearch } from '../../contract/normalize-for-search.ts';
import { useEarlyEntry } from '../hydration/hydrated-part.tsx';
import { classNames } from './class-names.ts';
import { CodeBadge } from './code-badge.tsx';
import styles from './combobox.module.css';
import control from './control.module.css';
import { Field, type FieldWords } from './field.tsx';
import { Icon } from './icon.tsx';
import iconButton from './icon-button.module.css';
import { useCombobox } from './use-combobox.ts';
import { VisuallyHidden } from './visually-hidden.tsx';

const maxShown = 100;

export type ComboboxProps = FieldWords & {
  id?: string | undefined;
  items: readonly ComboboxItem[];
  /** The chosen item's value; '' for none. */
  value: string;
  onChange: (value: string) => void;
  /** Shown when nothing matches what was typed. */
  emptyText?: string | undefined;
  name?: string | undefined;
  placeholder?: string | undefined;
  disabled?: boolean | undefined;
  onBlur?: FocusEventHandler<HTMLInputElement> | undefined;
  ref?: Ref<HTMLInputElement> | undefined;
};

/** A choice among many, found by typing any part of it. Ignores accents and case. */
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
  // The text being typed; null while the field shows the chosen item's label.
  const [typed, setTyped] = useState<string | null>(null);
  const found = useMemo(() => searchItems(items, typed ?? ''), [items, typed]);
  const chosen = useMemo(() => items.find((item) => item.value === value) ?? null, [items, value]);
  const shown = useMemo(() => firstItems(found, maxShown, chosen), [found, chosen]);

  function exactly(text: string): ComboboxItem | null {
    const normalized = normalizeForSearch(text);
    const same = searchable(items).filter((entry) => entry.label === normalized);
    return same.length === 1 ? (same[0]?.item ?? null) : null;
  }

  function choose(next: string) {
    setTyped(null);
    if (next !== value) onChange(next);
  }

  function type(text: string) {
    setTyped(text);
    // Emptying the text clears the choice. The first match is active, so that Enter chooses it.
    if (text === '' && value !== '') onChange('');
    box.open(0);
  }

  const box = useCombobox({
    id,
    count: shown.length,
    chosen: chosen ? shown.indexOf(chosen) : -1,
    onTake: (place) => choose(shown[place]?.value ?? value),
    onEscape: () => setTyped(null),
    onLeave: () => choose((typed !== null && exactly(typed)?.value) || value),
  });

  useEarlyEntry(id, chosen?.label ?? '', (text) => {
    // The list opens only under a person who is still here.
    if (document.activeElement?.id === id) return type(text);
    const same = exactly(text);
    if (same) choose(same.value);
    else setTyped(text);
  });

  const more = found.length - shown.length;
  const count = found.length;
  const countText = box.isOpen ? t`${plural(count, { one: '# option', other: '# options' })}` : '';
  const nothing = emptyText ?? t`Nothing matches. Try fewer letters.`;

  return (
    <Field {...{ id, label, labelHidden, optional, hint, warning, error }}>
      {(tied) => (
        <div className={styles.frame}>
          <input
            {...box.inputProps}
            ref={ref}
            disabled={disabled}
            value={typed ?? chosen?.label ?? ''}
            onChange={({ currentTarget }) => type(currentTarget.value)}
            onBlur={(event) => {
              box.inputProps.onBlur(event);
              onBlur?.(event);
            }}
            onClick={({ currentTarget }) => {
              // A second click places the caret and must not close the list.
              if (box.isOpen) return;
              currentTarget.select();
              box.open();
            }}
            {...tied}
            type="text"
            name={name}
            placeholder={placeholder}
            autoCapitalize="off"
            autoCorrect="off"
            enterKeyHint="done"
            spellCheck={false}
            className={classNames(control.control, styles.input)}
          />
          <div className={styles.tools}>
            {chosen && !disabled && (
              <button
                type="button"
                tabIndex={-1}
                aria-label={t`Clear`}
                className={classNames(iconButton.button, styles.clear)}
                onMouseDown={box.toggleProps.onMouseDown}
                onClick={() => {
                  choose('');
                  box.open(-1);
                }}
              >
                <Icon name="cross" size={14} />
              </button>
            )}
            <button
              {...box.toggleProps}
              disabled={disabled}
              type="button"
              aria-label={t`Show options`}
              className={iconButton.button}
            >
              <Icon name="chevron" />
            </button>
          </div>
          <div className={classNames(styles.popup, !box.isOpen && styles.closed)}>
            <div ref={box.isOpen ? scrollIntoSight : undefined} className={styles.box}>
              <ul {...box.listProps} className={styles.list}>
                {box.isOpen &&
                  shown.map((item, position) => (
                    <li key={item.value} {...box.optionProps(position)} className={styles.option}>
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
          </div>
          <VisuallyHidden role="status">
            {box.isOpen && (shown.length === 0 ? nothing : countText)}
          </VisuallyHidden>
        </div>
      )}
    </Field>
  );
}

/** Scrolls the page as the list opens, if it would end under the edge of the window or the tabs of a phone. */
function scrollIntoSight(list: HTMLElement | null) {
  list?.scrollIntoView({ block: 'nearest' });
}

export type ComboboxItem = {
  value: string;
  label: string;
  /** The second line of the option. */
  hint?: string | undefined;
  /** A short code before the label. */
  badge?: string | undefined;
  /** More words that find it. */
  search?: string | undefined;
};

type SearchableItem = { item: ComboboxItem; label: string; words: string };

/** Made when the first letter is typed: until then a page needs none of it. */
const searchable = memoizeWeak((items: readonly ComboboxItem[]): SearchableItem[] =>
  items.map((item) => ({
    item,
    label: normalizeForSearch(item.label),
    words: normalizeForSearch(
      [item.badge, item.label, item.hint, item.search].filter(Boolean).join(' '),
    ),
  })),
);

/** The items that have every word of the query; those that begin with it come first. */
function searchItems(items: readonly ComboboxItem[], query: string): readonly ComboboxItem[] {
  const normalized = normalizeForSearch(query);
  if (normalized === '') return items;
  const words = normalized.split(' ');
  const first: ComboboxItem[] = [];
  const rest: ComboboxItem[] = [];
  for (const entry of searchable(items)) {
    if (!words.every((word) => entry.words.includes(word))) continue;
    (entry.label.startsWith(normalized) ? first : rest).push(entry.item);
  }
  return [...first, ...rest];
}

/** The first `limit` items, always with the chosen one. */
function firstItems(
  items: readonly ComboboxItem[],
  limit: number,
  chosen: ComboboxItem | null,
): ComboboxItem[] {
  const shown = items.slice(0, limit);
  if (!chosen || shown.includes(chosen) || !items.includes(chosen)) return shown;
  return [chosen, ...shown.slice(0, limit - 1)];
}
