import { randomUUID } from 'node:crypto';
import { type DatabaseConnection, type Dialect, type Driver, PostgresDialect } from 'kysely';
import pg from 'pg';
import { defaultConnections, listenerName, type PoolUse } from './connections.ts';
import { LedgerBusyError, maxConnectionWaitSeconds } from './ledger-error.ts';
import { withDriver } from './with-driver.ts';

/** Notices of other instances. `isOn` is true once a notice of another connection has arrived here. */
export type Listening = { isOn(): boolean; close(): Promise<void> };

const reconnectMs = 1_000;
const statementTimeoutMs = 10_000;
/** A listening connection says nothing by itself: a host that is gone is noticed by this. */
const heartbeatMs = 30_000;

/** For every connection: a host that dies says nothing, so no answer counts as one after a while. */
const timeouts = {
  connectionTimeoutMillis: maxConnectionWaitSeconds * 1_000,
  // PostgreSQL ends a statement before that: then nobody is there.
  query_timeout: statementTimeoutMs + 5_000,
};

// PostgreSQL notices by the probes that this machine is gone, and gives back what a transaction had locked.
const sessionSettings = [
  `set statement_timeout = ${statementTimeoutMs}`,
  'set tcp_keepalives_idle = 30',
  'set tcp_keepalives_interval = 10',
  'set tcp_keepalives_count = 3',
].join(';');

/**
 * The Kysely dialect for PostgreSQL. A statement that finds no free connection waits for one for a limited time, and then
 * throws LedgerBusyError.
 * @param max connections of the pool
 */
export function createPostgresDialect(
  url: string,
  max: number = defaultConnections,
): Dialect & { poolUse(): PoolUse } {
  const pool = new pg.Pool({
    ...timeouts,
    connectionString: url,
    max,
    application_name: 'giro',
    // A statement that hangs must not hold a request for ever. Set by SQL: poolers refuse it as a start-up parameter.
    onConnect: (client) => client.query(sessionSettings),
  });
  // An 'error' event without a listener ends the process. The pool reports idle connections only, so each
  // client has a listener too. The pool replaces a broken connection, and the query on it rejects.
  pool.on('error', () => {});
  pool.on('connect', (client) => client.on('error', () => {}));
  let refused = 0;
  const dialect = withDriver(new PostgresDialect({ pool }), (driver) => {
    const acquire = driver.acquireConnection.bind(driver);
    driver.acquireConnection = (options) =>
      acquire(options).then(
        (connection) => discardIfHung(driver, connection),
        (error: unknown) => {
          if (!isPoolFull(error)) throw error;
          refused += 1;
          throw new LedgerBusyError(max, { cause: error });
        },
      );
  });
  return Object.assign(dialect, {
    poolUse: () => ({
      inUse: pool.totalCount - pool.idleCount,
      idle: pool.idleCount,
      waiting: pool.waitingCount,
      refused,
    }),
  });
}

// By their words alone: neither has a code.
const isPoolFull = (error: unknown) =>
  error instanceof Error && error.message === 'timeout exceeded when trying to connect';
const isUnanswered = (error: unknown) =>
  error instanceof Error && error.message === 'Query read timeout';

const watched = new WeakSet<DatabaseConnection>();

/** Takes a connection out of the pool once a statement is not answered: whatever came next would wait behind it. */
function discardIfHung(driver: Driver, connection: DatabaseConnection): DatabaseConnection {
  if (watched.has(connection)) return connection;
  watched.add(connection);
  const execute: DatabaseConnection['executeQuery'] = connection.executeQuery.bind(connection);
  let isHung = false;
  connection.executeQuery = async <R>(...query: Parameters<typeof execute>) => {
    if (isHung) throw new Error('Connection terminated: it did not answer');
    try {
      return await execute<R>(...query);
    } catch (error) {
      if (isUnanswered(error)) {
        isHung = true;
        // Kysely discards a connection that can't roll back.
        await driver.rollbackTransaction(connection).catch(() => {});
      }
      throw error;
    }
  };
  return connection;
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
  let heartbeat: NodeJS.Timeout | undefined;
  let isOn = false;
  let closed = false;

  async function connect() {
    const mine = clientOf(url, listenerName);
    const proof = proofChannel();
    client = mine;
    const lost = () => {
      if (client !== mine) return;
      client = null;
      isOn = false;
      clearInterval(heartbeat);
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
      if (client !== mine) return;
      heartbeat = setInterval(() => mine.query('select 1').catch(lost), heartbeatMs).unref();
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
      clearInterval(heartbeat);
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
  const client = clientOf(url, listenerName);
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

const clientOf = (connectionString: string, application_name: string) =>
  new pg.Client({ ...timeouts, connectionString, application_name });

const proofChannel = () => `giro_proof_${randomUUID().replaceAll('-', '')}`;

/** On a connection of its own: a shared one is told of its own notices, which proves nothing. */
async function notify(url: string, channel: string) {
  const client = clientOf(url, 'giro-notify');
  client.on('error', () => {});
  await client.connect();
  try {
    await client.query('select pg_notify($1, $2)', [channel, '']);
  } finally {
    await client.end();
  }
}
