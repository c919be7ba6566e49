/** Connections of an instance to PostgreSQL, unless DATABASE_CONNECTIONS says another number. */
export const defaultConnections = 10;

/** What an instance opens besides them: one that listens, and one for a moment that notifies it. */
export const connectionsBesidePool = 2;

/** The name of a connection that listens: every instance has one. */
export const listenerName = 'giro-listen';

/** The connections of a pool now. */
export type PoolUse = {
  inUse: number;
  idle: number;
  /** Statements and transactions that wait for one. */
  waiting: number;
  /** How many got none in time, since the start. */
  refused: number;
};
