import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { beforeEach, describe, expect, inject, onTestFinished, test } from 'vitest';
import * as z from 'zod/mini';
import { openLedger } from '../../../../src/bff/ledger/store/ledger.ts';
import {
  LedgerError,
  ledgerError,
  storeCode,
} from '../../../../src/bff/ledger/store/ledger-error.ts';
import { closedPort } from '../../service/misbehaving-server.ts';

/** The message of opening a ledger that can't be opened. */
async function faultOf(url: string): Promise<string> {
  const error = await openLedger(url).then(
    () => new Error('it was opened'),
    (thrown: unknown) => thrown,
  );
  expect(error).toBeInstanceOf(LedgerError);
  const { message } = z.parse(z.object({ message: z.string() }), error);
  expect(message).not.toContain('\n');
  return message;
}

const withCode = (code: string, message = 'failed') => Object.assign(new Error(message), { code });

describe('an SQLite file', () => {
  let folder: string;
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'giro-ledger-'));
    return () => rmSync(folder, { recursive: true });
  });

  test('that is none is named by its path and code', async () => {
    const path = join(folder, 'giro.db');
    writeFileSync(path, 'a letter, not a ledger'.repeat(100));
    expect(await faultOf(`sqlite:${path}`)).toBe(
      `the database ${path} is not an SQLite database (SQLITE_NOTADB). Check the path in DATABASE_URL`,
    );
  });

  test('that is a folder, or in a file instead of a folder, says what to check', async () => {
    expect(await faultOf(`sqlite:${folder}`)).toMatch(
      /could not be opened \(EISDIR\)\. Check that DATABASE_URL names a file/,
    );
    writeFileSync(join(folder, 'file'), '');
    expect(await faultOf(`sqlite:${folder}/file/giro.db`)).toMatch(/\((ENOTDIR|EEXIST)\)/);
  });

  test('that is damaged or read-only is named by SQLite’s code', () => {
    const path = join(folder, 'giro.db');
    new DatabaseSync(path).close();
    const reader = new DatabaseSync(path, { readOnly: true });
    onTestFinished(() => reader.close());
    let thrown: unknown;
    try {
      reader.exec('create table one (id text)');
    } catch (error) {
      thrown = error;
    }
    expect(ledgerError(thrown, `sqlite:${path}`).message).toMatch(
      /is read-only for this user \(SQLITE_READONLY\)\. Give the user that runs Giro/,
    );
  });

  test('is not waited for if its lock fails for another reason than another program', async () => {
    const path = join(folder, 'giro.db');
    writeFileSync(`${path}.lock`, 'a letter, not a lock'.repeat(100));
    expect(await faultOf(`sqlite:${path}`)).toContain('SQLITE_NOTADB');
  });

  test.each([
    ['ENOSPC', /has no space left \(ENOSPC\)\. Make room/],
    ['EACCES', /is closed to this user \(EACCES\)\. Give the user/],
    ['EROFS', /read-only file system \(EROFS\)\. Set DATABASE_URL/],
  ])('%s says what to do', (code, words) => {
    expect(ledgerError(withCode(code), 'sqlite:data/giro.db').message).toMatch(words);
  });
});

/** A server that answers PostgreSQL's start message with an error; `N` to a wish for TLS. */
async function postgresThat(code: string, message: string): Promise<string> {
  const server = createServer((socket) => {
    socket.on('error', () => undefined);
    socket.once('data', (asked) => {
      const wishesTls = asked.readInt32BE(4) === 80877103;
      if (wishesTls) socket.end('N');
      else {
        const fields = Buffer.from(`SFATAL\0C${code}\0M${message}\0\0`);
        const length = Buffer.alloc(4);
        length.writeInt32BE(fields.length + 4);
        socket.end(Buffer.concat([Buffer.from('E'), length, fields]));
      }
    });
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  onTestFinished(() => void server.close());
  const { port } = z.parse(z.object({ port: z.number() }), server.address());
  return `postgres://giro:hunter2@127.0.0.1:${port}/giro`;
}

describe('PostgreSQL', () => {
  test.each([
    ['28P01', 'password authentication failed', /rejects the password \(28P01\)\. Check user and/],
    ['28000', 'role "giro" does not exist', /does not let this user in \(28000\)\. Check the user/],
    [
      '28000',
      'no pg_hba.conf entry for host "10.0.0.1", user "giro", database "giro", no encryption',
      /without TLS \(28000\)\. Add \?sslmode=verify-full/,
    ],
    ['42501', 'permission denied for schema public', /does not permit this \(42501\)\. Grant/],
    ['53300', 'too many connections', /no connection left \(53300\)\. Raise max_connections/],
    ['57P03', 'the database system is starting up', /starting or stopping \(57P03\)\. Try again/],
    [
      '08P01',
      'unsupported startup parameter: statement_timeout',
      /behind a pooler that refuses a parameter .*\(08P01\)\. Remove the parameter/,
    ],
    ['57014', 'canceling statement due to statement timeout', /did not answer in time \(57014\)/],
    ['XX000', 'odd', /can’t be used: odd \(XX000\)\. Check DATABASE_URL/],
  ])('that answers %s (%s) is explained without the password', async (code, message, words) => {
    const url = await postgresThat(code, message);
    const fault = await faultOf(url);
    expect(fault).toMatch(words);
    expect(fault).toMatch(/^the database postgres:\/\/…@127\.0\.0\.1:\d+\/giro /);
    expect(fault).not.toContain('hunter2');
  });

  test('without TLS, but asked for it, is explained', async () => {
    const url = `${await postgresThat('28P01', '')}?sslmode=require`;
    expect(await faultOf(url)).toMatch(/does not support TLS.*\. Remove sslmode/);
  });

  test('that is not there, or at an unknown host, is named by the code', async () => {
    const { port } = new URL(await closedPort());
    expect(await faultOf(`postgres://giro@127.0.0.1:${port}/giro`)).toMatch(
      /does not answer \(ECONNREFUSED\)\. Check that PostgreSQL runs/,
    );
    expect(await faultOf('postgres://giro@service.invalid/giro')).toMatch(
      /host.* \((ENOTFOUND|EAI_AGAIN)\)\. Check/,
    );
  });

  test('without the database names it', async () => {
    const server = inject('postgresUrl');
    // The quick run starts no PostgreSQL.
    if (!server) return;
    const url = new URL(server);
    url.pathname = '/nowhere';
    expect(await faultOf(url.href)).toMatch(/\/nowhere does not exist \(3D000\)\. Create it/);
  });
});

test('only an error of the store has a code of the store', () => {
  expect(storeCode(new Error('a ledger', { cause: withCode('28P01') }))).toBe('28P01');
  expect(storeCode(Object.assign(new Error('full'), { errcode: 13 }))).toBe('SQLITE_FULL');
  expect(storeCode(Object.assign(new Error('short read'), { errcode: 522 }))).toBe('SQLITE_IOERR');
  for (const code of ['EPIPE', 'ENOENT', 'ERR_INVALID_URL']) {
    expect(storeCode(withCode(code))).toBeNull();
  }
});
