import { randomUUID } from 'node:crypto';
import { type Dialect, PostgresDialect } from 'kysely';
import pg from 'pg';

/** Notices of other instances. `isOn` is true once a notice of another connection has arrived here. */
export type Listening = { isOn(): boolean; close(): Promise<void> };

/** The name of a connection that listens: every instance has one. */
export const listenerName = 'giro-listen';

const reconnectMs = 1_000;
const statementTimeoutMs = 10_000;

/** The Kysely dialect for PostgreSQL, with a pool of 10 connections. */
export function createPostgresDialect(url: string): Dialect {
  const pool = new pg.Pool({
    connectionString: url,
    max: 10,
    connectionTimeoutMillis: 5_000,
    application_name: 'giro',
    // A statement that hangs must not hold a request for ever. Set by SQL: poolers refuse it as a start-up parameter.
    onConnect: (client) => client.query(`set statement_timeout = ${statementTimeoutMs}`),
  });
  // An 'error' event without a listener ends the process. The pool reports idle connections only, so each
  // client has a listener too. The pool replaces a broken connection, and the query on it rejects.
  pool.on('error', () => {});
  pool.on('connect', (client) => client.on('error', () => {}));
  return new PostgresDialect({ pool });
}

/**
 * Listens to a channel on a connection of its own, and connects again after it is lost. A pooler that shares
 * connections between transactions takes LISTEN and passes on no notice, so that a notice from another connection has
 * to prove it.
 * @param told called for each notice, and after each connection, because notices may have been missed
 */
export function listenPostgres(url: string, channel: string, told: () => void): Listening {
  let client: pg.Client | null = null;
  let timer: NodeJS.Timeout | undefined;
  let isOn = false;
  let closed = false;

  async function connect() {
    const mine = new pg.Client({ connectionString: url, application_name: listenerName });
    const proof = proofChannel();
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
    mine.on('notification', (notice) => {
      if (notice.channel !== proof) told();
      else if (client === mine) isOn = true;
    });
    try {
      await mine.connect();
      await mine.query(`listen ${channel}; listen ${proof}`);
      told();
      await notify(url, proof);
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

/** @returns true if a notice of one connection reaches another within the time */
export async function hearsNotices(url: string, withinMs: number): Promise<boolean> {
  const heard = Promise.withResolvers<boolean>();
  const channel = proofChannel();
  const client = new pg.Client({ connectionString: url, application_name: listenerName });
  client.on('error', () => heard.resolve(false));
  client.on('notification', () => heard.resolve(true));
  await client.connect();
  const timer = setTimeout(() => heard.resolve(false), withinMs);
  try {
    await client.query(`listen ${channel}`);
    await notify(url, channel);
    return await heard.promise;
  } finally {
    clearTimeout(timer);
    await client.end();
  }
}

const proofChannel = () => `giro_proof_${randomUUID().replaceAll('-', '')}`;

/** On a connection of its own: a shared one is told of its own notices, which proves nothing. */
async function notify(url: string, channel: string) {
  const client = new pg.Client({ connectionString: url, application_name: 'giro-notify' });
  client.on('error', () => {});
  await client.connect();
  try {
    await client.query('select pg_notify($1, $2)', [channel, '']);
  } finally {
    await client.end();
  }
}
