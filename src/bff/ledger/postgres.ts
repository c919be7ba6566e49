import { type Dialect, PostgresDialect } from 'kysely';
import pg from 'pg';

/** Notices of other instances. */
export type Listening = { isOn(): boolean; close(): Promise<void> };

const reconnectMs = 1_000;

/** The Kysely dialect for PostgreSQL, with a pool of 10 connections. */
export function createPostgresDialect(url: string): Dialect {
  const pool = new pg.Pool({
    connectionString: url,
    max: 10,
    connectionTimeoutMillis: 5_000,
    // A statement that hangs must not hold a request for ever.
    statement_timeout: 10_000,
    application_name: 'giro',
  });
  // An 'error' event without a listener ends the process. The pool reports idle connections only, so each
  // client has a listener too. The pool replaces a broken connection, and the query on it rejects.
  pool.on('error', () => {});
  pool.on('connect', (client) => client.on('error', () => {}));
  return new PostgresDialect({ pool });
}

/**
 * Listens to a channel on a connection of its own, and connects again after it is lost.
 * @param told called for each notice, and after each connection, because notices may have been missed
 */
export function listenPostgres(url: string, channel: string, told: () => void): Listening {
  let client: pg.Client | null = null;
  let timer: NodeJS.Timeout | undefined;
  let isOn = false;
  let closed = false;

  async function connect() {
    const mine = new pg.Client({ connectionString: url, application_name: 'giro-listen' });
    client = mine;
    const lost = () => {
      if (client !== mine) return;
      client = null;
      isOn = false;
      mine.end().catch(() => {});
      if (!closed) timer = setTimeout(connect, reconnectMs).unref();
    };
    mine.on('error', lost);
    mine.on('end', lost);
    mine.on('notification', told);
    try {
      await mine.connect();
      await mine.query(`listen ${channel}`);
      isOn = client === mine;
      told();
    } catch {
      lost();
    }
  }
  void connect();

  return {
    isOn: () => isOn,
    async close() {
      closed = true;
      clearTimeout(timer);
      const last = client;
      client = null;
      await last?.end().catch(() => {});
    },
  };
}
