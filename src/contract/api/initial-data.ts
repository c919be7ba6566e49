import * as z from 'zod/mini';
import { valuesByName } from '../record-of.ts';

/** The id of the page's data block, which holds the data that the page was rendered with. */
export const initialDataId = 'initial-data';

const initialData = z.object({
  queries: z.array(z.object({ queryKey: z.array(z.unknown()), data: z.unknown() })),
  texts: valuesByName(z.string()),
});

/**
 * Keys and data of the app's queries when the server rendered the page, and what it formatted by Intl, by
 * the app's own key.
 */
type InitialData = z.infer<typeof initialData>;

/**
 * Writes the data as JSON that is safe inside a script element: it contains no '<'.
 * @param write writes the data of one query, such as by `writeValue`
 */
export function writeInitialData({ queries, texts }: InitialData, write = writeValue): string {
  const written = queries.map(
    ({ queryKey, data }) => `{"queryKey":${writeValue(queryKey)},"data":${write(data)}}`,
  );
  return `{"queries":[${written.join()}],"texts":${writeValue(texts)}}`;
}

/** Writes a value of the page's data as `writeInitialData` does. */
export const writeValue = (value: unknown): string =>
  JSON.stringify(value, (_key, value: unknown) => {
    if (typeof value === 'bigint') return { $bigint: value.toString() };
    return value instanceof Map ? { $map: [...value] } : value;
  }).replaceAll('<', '\\u003c');

/** Reads what `writeInitialData` wrote. @throws ZodError or SyntaxError for any other text */
export function readInitialData(text: string): InitialData {
  return z.parse(initialData, JSON.parse(text, revived));
}

function revived(_key: string, value: unknown): unknown {
  if (typeof value !== 'object' || value === null) return value;
  if ('$bigint' in value && typeof value.$bigint === 'string') return BigInt(value.$bigint);
  return '$map' in value && Array.isArray(value.$map) ? new Map(value.$map) : value;
}
