import { execFileSync, spawn } from 'node:child_process';
import { chownSync, existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir, userInfo } from 'node:os';
import { delimiter, join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';

/** Of texts in UTF-8, by code point. macOS has no C.UTF-8. */
const locale = process.platform === 'darwin' ? 'en_US.UTF-8' : 'C.UTF-8';

/** A database with the tables of the ledger, to be copied. */
export const migratedDatabase = 'giro_migrated';

export type PostgresServer = { url: string; stop(): Promise<void> };

/**
 * Starts the installed PostgreSQL in a temporary folder on a free loopback port.
 * Answers null if none is installed.
 */
export async function startPostgres(): Promise<PostgresServer | null> {
  const bin = serverBinaries();
  if (!bin) return null;
  const owner = unprivileged();
  const folder = mkdtempSync(join(tmpdir(), 'giro-postgres-'));
  if (owner) chownSync(folder, owner.uid, owner.gid);
  const as = { ...owner, cwd: folder, env: { ...process.env, LC_ALL: locale } };
  const data = join(folder, 'data');
  execFileSync(join(bin, 'initdb'), ['-D', data, '-U', 'giro', '-A', 'trust', '-E', 'UTF8', '-N'], {
    ...as,
    stdio: 'ignore',
  });
  const port = await freePort();
  const server = spawn(
    join(bin, 'postgres'),
    [
      ...['-D', data, '-p', String(port), '-h', '127.0.0.1', '-k', folder],
      ...['-c', 'max_connections=200'],
      // Specs kill the server, but never the machine: what it wrote needs no disk.
      ...['-c', 'fsync=off', '-c', 'full_page_writes=off'],
    ],
    { ...as, stdio: 'ignore' },
  );
  const exited = new Promise<void>((done) => server.once('exit', () => done()));
  await untilReady(join(bin, 'pg_isready'), port);
  return {
    url: `postgres://giro@127.0.0.1:${port}/postgres`,
    async stop() {
      server.kill('SIGINT');
      await exited;
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** Debian installs the binaries outside the PATH, in a folder for each version. */
function serverBinaries(): string | null {
  const debian = '/usr/lib/postgresql';
  const versions = existsSync(debian)
    ? readdirSync(debian).sort((a, b) => Number(b) - Number(a))
    : [];
  const folders = [
    ...versions.map((version) => join(debian, version, 'bin')),
    ...(process.env.PATH ?? process.env.Path ?? '').split(delimiter),
  ];
  const hasServer = (folder: string) =>
    ['initdb', 'initdb.exe'].some((name) => existsSync(join(folder, name)));
  return folders.find(hasServer) ?? null;
}

/** The user to run it as: the server refuses to run as root. */
function unprivileged(): { uid: number; gid: number } | null {
  if (userInfo().uid !== 0) return null;
  const id = (flag: string) =>
    Number(execFileSync('id', [flag, 'postgres'], { encoding: 'utf8' }).trim());
  return { uid: id('-u'), gid: id('-g') };
}

function freePort(): Promise<number> {
  return new Promise((done, fail) => {
    const probe = createServer();
    probe.once('error', fail);
    probe.listen(0, '127.0.0.1', () => {
      const address = probe.address();
      probe.close(() => (address && typeof address === 'object' ? done(address.port) : fail()));
    });
  });
}

async function untilReady(pgIsReady: string, port: number) {
  for (let tries = 0; tries < 100; tries += 1) {
    try {
      execFileSync(pgIsReady, ['-q', '-h', '127.0.0.1', '-p', String(port)]);
      return;
    } catch {
      await wait(100);
    }
  }
  throw new Error('the PostgreSQL of the tests did not start');
}
