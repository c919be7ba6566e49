import { execFileSync, spawn } from 'node:child_process';
import { chownSync, cpSync, existsSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { userInfo } from 'node:os';
import { delimiter, join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import pg from 'pg';
import { fetchPostgres } from '../machine/fetch.ts';
import { fastFolder } from './fast-folder.ts';
import { startGate } from './tcp-gate.ts';

/** Of texts in UTF-8, by code point. macOS has no C.UTF-8. */
const locale = process.platform === 'darwin' ? 'en_US.UTF-8' : 'C.UTF-8';

/** A database with the tables of the ledger, to be copied. */
export const migratedDatabase = 'giro_migrated';

/** For the databases of a run. Docker leaves 64 MB of memory for files, unless told otherwise. */
const room = 4 * 2 ** 30;

type PostgresServer = {
  url: string;
  /** Of its main process. */
  pid: number;
  stop(): Promise<void>;
};

/**
 * Starts a PostgreSQL on a free loopback port: the machine's, or a fetched one.
 * @param folder a temporary one, which is removed when it stops
 */
export async function startPostgres(folder = newFolder()): Promise<PostgresServer> {
  const cluster = await newCluster(folder);
  const server = await run(cluster, cluster.data);
  return {
    ...server,
    async stop() {
      await server.stop();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/**
 * Starts a PostgreSQL and an asynchronous standby of it, which receives what is written through a gate: while that is
 * shut, the standby stays behind. The folder is copied before the first start, as no fetched one has pg_basebackup.
 */
export async function startWithStandby() {
  const folder = newFolder();
  const cluster = await newCluster(folder);
  const { data, owner } = cluster;
  const copy = join(folder, 'standby');
  execFileSync('cp', ['-Rp', data, copy]);
  const signal = join(copy, 'standby.signal');
  writeFileSync(signal, '');
  if (owner) chownSync(signal, owner.uid, owner.gid);
  const primary = await run(cluster, data);
  const gate = await startGate({ host: '127.0.0.1', port: primary.port });
  const from = `primary_conninfo=host=127.0.0.1 port=${gate.port} user=giro`;
  const standby = await run(cluster, copy, ['-c', from]);
  return {
    primary,
    standby,
    /** What the standby receives comes through it. */
    gate,
    async stop() {
      await Promise.all([primary.stop(), standby.stop()]);
      await gate.close();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

type Cluster = Awaited<ReturnType<typeof newCluster>>;

const newFolder = () => fastFolder('giro-postgres-', room);

async function newCluster(folder: string) {
  const owner = unprivileged();
  if (owner) chownSync(folder, owner.uid, owner.gid);
  const bin = installedPostgres() ?? join(await fetchedFor(owner, folder), 'bin');
  const as = { ...owner, cwd: folder, env: { ...process.env, LC_ALL: locale } };
  const data = join(folder, 'data');
  execFileSync(join(bin, 'initdb'), ['-D', data, '-U', 'giro', '-A', 'trust', '-E', 'UTF8', '-N'], {
    ...as,
    stdio: 'pipe',
  });
  return { bin, as, folder, data, owner };
}

async function run({ bin, as, folder }: Cluster, data: string, settings: string[] = []) {
  const port = await freePort();
  const server = spawn(
    join(bin, 'postgres'),
    [
      ...['-D', data, '-p', String(port), '-h', '127.0.0.1', '-k', folder],
      ...['-c', 'max_connections=200'],
      // Specs kill the server, but never the machine: what it wrote needs no disk.
      ...['-c', 'fsync=off', '-c', 'full_page_writes=off'],
      ...settings,
    ],
    { ...as, stdio: 'ignore' },
  );
  const exited = new Promise<void>((done) => server.once('exit', () => done()));
  const url = `postgres://giro@127.0.0.1:${port}/postgres`;
  await untilReady(url);
  const { pid } = server;
  if (pid === undefined) throw new Error('the PostgreSQL of the tests has no process');
  const end = (signal: NodeJS.Signals) => {
    server.kill(signal);
    return exited;
  };
  return {
    url,
    port,
    pid,
    stop: () => end('SIGINT'),
    /** As by a crash. */ kill: () => end('SIGQUIT'),
  };
}

/** The folder of this machine's programs. Debian has them outside the PATH, in a folder for each version. */
export function installedPostgres(): string | null {
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

type Owner = { uid: number; gid: number };

/** Fetched programs, for the user who runs them: as root a copy of that user's, who may not read below /root. */
async function fetchedFor(owner: Owner | null, folder: string): Promise<string> {
  const fetched = await fetchPostgres();
  if (!owner) return fetched;
  const copy = join(folder, 'programs');
  cpSync(fetched, copy, { recursive: true, verbatimSymlinks: true });
  execFileSync('chown', ['-R', `${owner.uid}:${owner.gid}`, copy]);
  return copy;
}

/** The user to run it as: the server refuses to run as root. */
export function unprivileged(): Owner | null {
  if (userInfo().uid !== 0) return null;
  const id = (flag: string, name: string) =>
    Number(execFileSync('id', [flag, name], { encoding: 'utf8', stdio: 'pipe' }).trim());
  try {
    return { uid: id('-u', 'postgres'), gid: id('-g', 'postgres') };
  } catch {
    return { uid: id('-u', 'nobody'), gid: id('-g', 'nobody') };
  }
}

/** A port of the loopback address that nobody uses. */
export function freePort(): Promise<number> {
  return new Promise((done, fail) => {
    const probe = createServer();
    probe.once('error', fail);
    probe.listen(0, '127.0.0.1', () => {
      const address = probe.address();
      probe.close(() => (address && typeof address === 'object' ? done(address.port) : fail()));
    });
  });
}

export async function untilReady(connectionString: string) {
  for (let tries = 0; tries < 100; tries += 1) {
    const client = new pg.Client({ connectionString });
    try {
      await client.connect();
      return await client.end();
    } catch {
      await wait(100);
    }
  }
  throw new Error('the PostgreSQL of the tests did not start');
}
