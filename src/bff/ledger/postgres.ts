import { type Dialect, PostgresDialect } from 'kysely';
import pg from 'pg';

/** The dialect for several instances on one PostgreSQL. */
export function postgresDialect(url: string): Dialect {
  const pool = new pg.Pool({
    connectionString: url,
    max: 10,
    connectionTimeoutMillis: 5_000,
    // A store that hangs must not hold a request for ever.
    statement_timeout: 10_000,
    application_name: 'giro',
  });
  // An idle connection that breaks is replaced by the pool at the next query; without this it ends the process.
  pool.on('error', () => {});
  return new PostgresDialect({ pool });
}
