import { spawn, spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';

type Proxy = { url: string; stop(): void };

/** Starts a proxy of this folder to the service, or to PostgreSQL, in another process. */
export function startProxy(name: 'bare' | 'fastify' | 'delayed', upstream: string): Promise<Proxy> {
  const main = fileURLToPath(new URL(`./${name}.ts`, import.meta.url));
  const child = spawn(process.execPath, [main, upstream], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  return new Promise((done, fail) => {
    child.once('exit', () => fail(new Error(`the ${name} proxy did not start`)));
    child.stdout.on('data', (chunk) => {
      const url = /ready at (\S+)/.exec(String(chunk))?.[1];
      if (url) done({ url, stop: () => void child.kill() });
    });
  });
}

/** Starts nginx as a proxy with keep-alive on both sides. Null when nginx is not installed. */
export async function startNginx(upstream: string): Promise<Proxy | null> {
  const binary = ['nginx', '/usr/sbin/nginx'].find((one) => !spawnSync(one, ['-v']).error);
  if (!binary) return null;
  const folder = mkdtempSync(join(tmpdir(), 'giro-nginx-'));
  const port = await freePort();
  const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'];
  const configuration = `
    daemon off; worker_processes 1; pid ${folder}/pid; error_log ${folder}/error.log;
    events { worker_connections 1024; }
    http {
      access_log off;
      ${temporary.map((name) => `${name}_temp_path ${folder}/${name};`).join(' ')}
      upstream service { server ${new URL(upstream).host}; keepalive 64; }
      server {
        listen 127.0.0.1:${port};
        keepalive_requests 1000000;
        location / {
          proxy_pass http://service; proxy_http_version 1.1; proxy_set_header Connection "";
        }
      }
    }`;
  writeFileSync(join(folder, 'nginx.conf'), configuration);
  const child = spawn(binary, ['-c', join(folder, 'nginx.conf'), '-p', folder], {
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  child.once('exit', () => rmSync(folder, { recursive: true, force: true }));
  const url = `http://127.0.0.1:${port}`;
  for (let tries = 0; tries < 50; tries += 1) {
    const there = await fetch(url).catch(() => null);
    if (there) return { url, stop: () => void child.kill() };
    await pause(100);
  }
  child.kill();
  throw new Error('nginx did not start');
}

function freePort(): Promise<number> {
  const server = createServer();
  return new Promise((done, fail) => {
    server.once('error', fail);
    server.listen(0, '127.0.0.1', () => {
      const address = server.address();
      if (address === null || typeof address === 'string') return fail(new Error('no port'));
      server.close(() => done(address.port));
    });
  });
}
