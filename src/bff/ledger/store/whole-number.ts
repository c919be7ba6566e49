import type { ColumnType } from 'kysely';

/** PostgreSQL returns a bigint as text, and a text is stored as a number. */
export type WholeNumber = ColumnType<number | string, number | string, number | string>;
