import { resolve } from 'node:path';
import { causeCode } from '../../lib/cause-code.ts';
import { unreleased } from './migrations.ts';

/** The ledger can't be used. The message is one line: what is wrong, its code, what to do. */
export class LedgerError extends Error {
  override readonly name = 'LedgerError';
}

/** How long a statement waits for a free connection, and after how long to try again. */
export const maxConnectionWaitSeconds = 5;

/** No connection to the database became free in time. Nothing was asked of the database. */
export class LedgerBusyError extends Error {
  override readonly name = 'LedgerBusyError';
  /** @param max connections of the pool */
  constructor(max: number, options: ErrorOptions) {
    super(`all ${max} connections to the database are in use`, options);
  }
}

/** True if the error is, or was caused by, a database without a free connection. */
export function isLedgerBusy(error: unknown): boolean {
  for (let one = error; one instanceof Error; one = one.cause) {
    if (one instanceof LedgerBusyError) return true;
  }
  return false;
}

type Fault = readonly [wrong: string, toDo: string];

// By primary result code of SQLite (https://sqlite.org/rescode.html).
const sqliteCodes: Record<number, string> = {
  3: 'SQLITE_PERM',
  5: 'SQLITE_BUSY',
  8: 'SQLITE_READONLY',
  10: 'SQLITE_IOERR',
  11: 'SQLITE_CORRUPT',
  13: 'SQLITE_FULL',
  14: 'SQLITE_CANTOPEN',
  26: 'SQLITE_NOTADB',
};

const rights = 'Give the user that runs Giro the right to read and write the file and its folder';
const noSpace: Fault = ['has no space left', 'Make room on its disk'];
const closed: Fault = ['is closed to this user', rights];
const damaged: Fault = ['is damaged', 'Stop Giro, keep a copy of the file, and restore a backup'];
const notOpened: Fault = [
  'could not be opened',
  'Check that DATABASE_URL names a file in a folder, and the rights to both',
];

const sqliteFaults: Record<string, Fault> = {
  SQLITE_PERM: closed,
  SQLITE_BUSY: ['is locked by another program', 'Stop that program, or try again'],
  SQLITE_READONLY: ['is read-only for this user', rights],
  SQLITE_IOERR: ['could not be read or written', 'Check its disk'],
  SQLITE_CORRUPT: damaged,
  SQLITE_FULL: noSpace,
  SQLITE_CANTOPEN: notOpened,
  SQLITE_NOTADB: ['is not an SQLite database', 'Check the path in DATABASE_URL'],
  EACCES: closed,
  EPERM: closed,
  EROFS: ['is on a read-only file system', 'Set DATABASE_URL to a path that can be written'],
  ENOSPC: noSpace,
  EDQUOT: noSpace,
  EISDIR: notOpened,
  ENOENT: notOpened,
  ENOTDIR: notOpened,
};

const unreachable: Fault = [
  'can’t be reached',
  'Check host and port in DATABASE_URL, the network and the firewall',
];
const stopped: Fault = [
  'closed the connection',
  'Check whether PostgreSQL was stopped, and that it answers at this host and port',
];
const unknownIssuer: Fault = [
  'has a certificate of an unknown issuer',
  'Add sslrootcert=FILE with its CA to DATABASE_URL',
];

// By SQLSTATE (https://www.postgresql.org/docs/current/errcodes-appendix.html) or code of Node.
const postgresFaults: Record<string, Fault> = {
  '28P01': ['rejects the password', 'Check user and password in DATABASE_URL'],
  '28000': ['does not let this user in', 'Check the user in DATABASE_URL, and pg_hba.conf'],
  '3D000': ['does not exist', 'Create it, or check its name in DATABASE_URL'],
  '42501': [
    'does not permit this',
    'Grant the user in DATABASE_URL all rights to the schema and its tables',
  ],
  '25006': ['is read-only', 'Set DATABASE_URL to the primary server'],
  '53100': noSpace,
  '53300': [
    'has no connection left',
    'Raise max_connections, or lower DATABASE_CONNECTIONS: each instance uses that many and 2 more',
  ],
  '57P01': stopped,
  '57P03': ['is starting or stopping', 'Try again in a moment'],
  ECONNREFUSED: [
    'does not answer',
    'Check that PostgreSQL runs, and host and port in DATABASE_URL',
  ],
  ENOTFOUND: ['has an unknown host', 'Check the host in DATABASE_URL, and DNS'],
  EAI_AGAIN: ['has a host that DNS can’t resolve now', 'Check DNS on this machine'],
  ECONNRESET: stopped,
  EHOSTUNREACH: unreachable,
  ENETUNREACH: unreachable,
  ETIMEDOUT: unreachable,
  CERT_HAS_EXPIRED: ['has an expired certificate', 'Renew it, or check this machine’s clock'],
  ERR_TLS_CERT_ALTNAME_INVALID: [
    'has a certificate for another host',
    'Set the host in DATABASE_URL to the name in the certificate',
  ],
  DEPTH_ZERO_SELF_SIGNED_CERT: unknownIssuer,
  SELF_SIGNED_CERT_IN_CHAIN: unknownIssuer,
  UNABLE_TO_GET_ISSUER_CERT_LOCALLY: unknownIssuer,
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: unknownIssuer,
};

// What has no code of its own, or more than one cause for it.
const messageFaults: readonly (readonly [RegExp, ...Fault])[] = [
  [/^quick_check found /, ...damaged],
  [
    new RegExp(`corrupted migrations: .*${unreleased}`),
    'is of a Giro from before its first release, and can’t be read',
    'Set DATABASE_URL to a new database',
  ],
  [/corrupted migrations/, 'is newer than this program', 'Start the newer program'],
  [
    /no pg_hba\.conf entry .*no encryption/,
    'refuses this connection without TLS',
    'Add ?sslmode=verify-full to DATABASE_URL, or allow host, user and database in pg_hba.conf',
  ],
  [
    /server does not support SSL/,
    'does not support TLS',
    'Remove sslmode from DATABASE_URL, or turn TLS on in PostgreSQL',
  ],
  [
    /password must be a (non-empty )?string/,
    'asks for a password',
    'Write postgres://USER:PASSWORD@HOST/NAME in DATABASE_URL',
  ],
  [/Connection terminated/, ...stopped],
  [
    /unsupported startup parameter/,
    'is behind a pooler that refuses a parameter of the connection',
    'Remove the parameter from DATABASE_URL, or add it to ignore_startup_parameters of PgBouncer',
  ],
  // A word of its own: `statement_timeout` is a parameter's name.
  [/\btimeout\b/, 'did not answer in time', unreachable[1]],
];

/** The error of the store that `error` is or has as a cause: its code, or null if there is none. */
export function storeCode(error: unknown): string | null {
  for (let one = error; one instanceof Error; one = one.cause) {
    if ('errcode' in one && typeof one.errcode === 'number') {
      return sqliteCodes[one.errcode & 0xff] ?? `SQLite ${one.errcode}`;
    }
  }
  const code = causeCode(error);
  return code !== undefined && /^[0-9A-Z]{5}$/.test(code) && /\d/.test(code) ? code : null;
}

/** SQLite's SQLITE_TOOBIG and SQLITE_MISMATCH; SQLSTATE class 22, such as U+0000 in a text or a number out of range. */
const dataCode = /^(SQLite (18|20)|22...)$/;

/** True if the store works, and refused the data that a statement was given. */
export const isDataError = (error: unknown): boolean => dataCode.test(storeCode(error) ?? '');

/** PostgreSQL's deadlock_detected and serialization_failure. */
const codesOfRivals = new Set(['40P01', '40001']);

/** True if PostgreSQL has rolled a transaction back in favour of another one, such as a migration: it can be repeated. */
export function isRolledBackForAnother(error: unknown): boolean {
  return codesOfRivals.has(storeCode(error) ?? '');
}

/**
 * Turns any failure to open or use the ledger into one line for the operator; a LedgerError stays as it is.
 * @param url as in DATABASE_URL; its password is not repeated
 */
export function ledgerError(error: unknown, url: string): LedgerError {
  if (error instanceof LedgerError) return error;
  const isSqlite = url.startsWith('sqlite:');
  const code = storeCode(error) ?? causeCode(error) ?? null;
  const message = innermost(error);
  const byMessage = messageFaults.find(([pattern]) => pattern.test(message));
  const byCode = (isSqlite ? sqliteFaults : postgresFaults)[code ?? ''];
  const [wrong, toDo] = byMessage?.slice(1) ??
    byCode ?? [`can’t be used: ${message}`, 'Check DATABASE_URL and the rights to it'];
  const named = code === null ? '' : ` (${code})`;
  return new LedgerError(`the database ${shownUrl(url)} ${wrong}${named}. ${toDo}`, {
    cause: error,
  });
}

/** The ledger as it is shown to the operator: its full path, or its address without a password. */
export function shownUrl(url: string): string {
  const path = /^sqlite:(.*)$/.exec(url)?.[1];
  if (path !== undefined) return path === ':memory:' ? 'in memory' : resolve(path);
  return url.replace(/\/\/.*@/, '//…@').replace(/\?.*$/, '');
}

function innermost(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  return error.cause instanceof Error
    ? innermost(error.cause)
    : error.message.replace(/\s+/g, ' ').trim();
}
