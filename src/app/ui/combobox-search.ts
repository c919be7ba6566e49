import { fold } from './fold.ts';

export type ComboboxItem = {
  value: string;
  label: string;
  /** Second line of the option. */
  hint?: string | undefined;
  /** A short code before the label. */
  badge?: string | undefined;
  /** More words to find it by. */
  search?: string | undefined;
};

export type SearchableItem = { item: ComboboxItem; label: string; words: string };

export function searchable(items: readonly ComboboxItem[]): SearchableItem[] {
  return items.map((item) => ({
    item,
    label: fold(item.label),
    words: fold([item.badge, item.label, item.hint, item.search].filter(Boolean).join(' ')),
  }));
}

/** The items that hold every word of the query, those beginning with it first. */
export function searchItems(items: readonly SearchableItem[], query: string): ComboboxItem[] {
  const folded = fold(query);
  if (folded === '') return items.map(({ item }) => item);
  const words = folded.split(' ');
  const first: ComboboxItem[] = [];
  const rest: ComboboxItem[] = [];
  for (const entry of items) {
    if (!words.every((word) => entry.words.includes(word))) continue;
    (entry.label.startsWith(folded) ? first : rest).push(entry.item);
  }
  return [...first, ...rest];
}

/** The first `limit` items, the chosen one always among them. */
export function firstItems(
  items: readonly ComboboxItem[],
  limit: number,
  chosen: ComboboxItem | null,
): ComboboxItem[] {
  const shown = items.slice(0, limit);
  if (!chosen || shown.includes(chosen) || !items.includes(chosen)) return shown;
  return [chosen, ...shown.slice(0, limit - 1)];
}
