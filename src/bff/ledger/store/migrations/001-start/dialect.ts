/** How the two databases write what they do not write alike. */
export type Dialect = { isPostgres: boolean; numbered: string; whole: string };

const postgres: Dialect = {
  isPostgres: true,
  numbered: 'bigint primary key generated always as identity',
  whole: 'bigint',
};
const sqlite: Dialect = {
  isPostgres: false,
  numbered: 'integer primary key autoincrement',
  whole: 'integer',
};

export const dialectOf = (isPostgres: boolean) => (isPostgres ? postgres : sqlite);
