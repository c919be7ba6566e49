import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { Agent, request } from 'node:https';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createCertificate } from './certificate.ts';
import { freePort } from './postgres-server.ts';

export const nginxRecipe = () => readFileSync('deploy/nginx.conf', 'utf8');

export const hasNginx = () => spawnSync('nginx', ['-v']).error === undefined;

/**
 * deploy/nginx.conf as a whole configuration in a folder of its own: only the ports, the certificate and the addresses
 * of Giro are others.
 * @param instances ports of Giro; with two, the second server of the recipe is uncommented
 */
export async function writeNginx(instances: readonly number[] = []) {
  const folder = mkdtempSync(join(tmpdir(), 'giro-nginx-'));
  const { cert, key } = createCertificate();
  writeFileSync(join(folder, 'fullchain.pem'), cert);
  writeFileSync(join(folder, 'privkey.pem'), key);
  const [http, https] = [await freePort(), await freePort()];
  const [first = 3000, second] = instances;
  const site = nginxRecipe()
    .replaceAll('/etc/letsencrypt/live/send.example.com', folder)
    .replaceAll(/(listen (?:\[::\]:)?)80\b/g, `$1${http}`)
    .replaceAll(/(listen (?:\[::\]:)?)443\b/g, `$1${https}`)
    .replace('server 127.0.0.1:3000', `server 127.0.0.1:${first}`)
    .replace(
      /# server 127\.0\.0\.1:3001/,
      second === undefined ? '$&' : `server 127.0.0.1:${second}`,
    );
  // Debian's folders for these are closed to other users than root.
  const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map(
    (name) => `${name}_temp_path ${folder}/${name};`,
  );
  const file = join(folder, 'nginx.conf');
  const log = join(folder, 'error.log');
  writeFileSync(
    file,
    `pid ${folder}/nginx.pid;\nerror_log ${log};\nevents {}\nhttp {\naccess_log off;\n${temporary.join('\n')}\n${site}\n}\n`,
  );
  return {
    folder,
    file,
    log,
    port: https,
    ca: cert,
    remove: () => rmSync(folder, { recursive: true }),
  };
}

/** Starts nginx with the shipped recipe in front of these instances. */
export async function startNginx(instances: readonly number[]) {
  const { folder, file, log, port, ca, remove } = await writeNginx(instances);
  const args = ['-p', folder, '-c', file, '-g', 'daemon off;'];
  const child = spawn('nginx', args, { stdio: ['ignore', 'ignore', 'pipe'] });
  const ended = once(child, 'exit');
  const agent = new Agent({ keepAlive: true, maxSockets: 20, ca, servername: 'localhost' });

  /** A request as a browser makes it. @throws Error if nginx does not answer it */
  const call = (method: string, path: string, headers: Record<string, string>, body?: unknown) =>
    new Promise<{ status: number; body: string }>((done, fail) => {
      const outgoing = request(
        {
          ...{ agent, host: '127.0.0.1', port, method, path },
          headers: {
            ...{ host: 'send.example.com', origin: 'https://send.example.com' },
            ...(body !== undefined && { 'content-type': 'application/json' }),
            ...headers,
          },
        },
        (answer) => {
          const chunks: Uint8Array[] = [];
          answer.on('data', (chunk: Uint8Array) => chunks.push(chunk));
          answer.on('error', fail);
          answer.on('end', () =>
            done({ status: answer.statusCode ?? 0, body: Buffer.concat(chunks).toString() }),
          );
        },
      );
      outgoing.on('error', fail);
      outgoing.end(body === undefined ? undefined : JSON.stringify(body));
    });

  return {
    call,
    /** What it complained of. */
    complaints: () => readFileSync(log, 'utf8'),
    async stop() {
      agent.destroy();
      child.kill('SIGTERM');
      await ended;
      remove();
    },
  };
}
