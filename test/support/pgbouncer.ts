import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { chownSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePort, unprivileged, untilReady } from './postgres-server.ts';

export const hasPgbouncer = () => spawnSync('pgbouncer', ['--version']).error === undefined;

/** Starts PgBouncer, with nothing configured but what it needs, before the server of this database. */
export async function startPgbouncer(databaseUrl: string, poolMode: 'session' | 'transaction') {
  const owner = unprivileged();
  const folder = mkdtempSync(join(tmpdir(), 'giro-pgbouncer-'));
  if (owner) chownSync(folder, owner.uid, owner.gid);
  const { hostname, username, port: serverPort } = new URL(databaseUrl);
  const port = await freePort();
  const file = join(folder, 'pgbouncer.ini');
  writeFileSync(
    file,
    [
      '[databases]',
      `* = host=${hostname} port=${serverPort} user=${username}`,
      '[pgbouncer]',
      ...['listen_addr = 127.0.0.1', `listen_port = ${port}`, 'unix_socket_dir ='],
      ...['auth_type = any', `pool_mode = ${poolMode}`, `logfile = ${join(folder, 'log')}`],
    ].join('\n'),
  );
  // `any` lets everybody in as the user that the database names.
  const child = spawn('pgbouncer', ['-q', file], { ...owner, stdio: 'ignore' });
  const ended = once(child, 'exit');
  const url = new URL(databaseUrl);
  url.port = String(port);
  await untilReady(url.href);
  return {
    url: url.href,
    async stop() {
      child.kill('SIGINT');
      await ended;
      rmSync(folder, { recursive: true });
    },
  };
}
