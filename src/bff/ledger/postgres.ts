import { type Dialect, PostgresDialect } from 'kysely';
import pg from 'pg';

/** The dialect for several instances on one PostgreSQL. */
export function createPostgresDialect(url: string): Dialect {
  const pool = new pg.Pool({
    connectionString: url,
    max: 10,
    connectionTimeoutMillis: 5_000,
    // A store that hangs must not hold a request for ever.
    statement_timeout: 10_000,
    application_name: 'giro',
  });
  // A connection that breaks is replaced by the pool, and the query on it rejects. Without a listener the
  // event ends the process: the pool's is for idle connections, so each one that is in use has its own.
  pool.on('error', () => {});
  pool.on('connect', (client) => client.on('error', () => {}));
  return new PostgresDialect({ pool });
}
