import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';

export type GiroProcess = {
  url: string;
  pid: number;
  kill(): Promise<void>;
  /** Its exit code; null if a signal ended it. */
  exited: Promise<number | null>;
  call(method: string, path: string, body?: unknown, headers?: object): Promise<Answer>;
};

type Answer = { status: number; body: unknown; headers: Headers };

/**
 * Starts the real server in its own process, configured by the environment as an operator does.
 * @param program another start of it, with its arguments
 */
export async function startProcess(
  env: Record<string, string>,
  cookie = '',
  program: readonly string[] = ['--max-semi-space-size=8', 'src/bff/main.ts'],
): Promise<GiroProcess> {
  const child = spawn(process.execPath, program, {
    env: { PATH: process.env.PATH, PORT: '0', LOG_LEVEL: 'silent', ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const exited = new Promise<number | null>((done) => child.once('exit', done));
  const url = await readyAt(child);
  const { pid } = child;
  if (pid === undefined) throw new Error('the server has no process');
  return {
    url,
    pid,
    exited,
    async kill() {
      if (child.exitCode !== null || child.signalCode !== null) return;
      child.kill('SIGKILL');
      await once(child, 'exit');
    },
    async call(method, path, body, headers) {
      const response = await fetch(url + path, {
        method,
        headers: {
          origin: url,
          cookie,
          ...(body === undefined ? {} : { 'content-type': 'application/json' }),
          ...headers,
        },
        body: body === undefined ? null : JSON.stringify(body),
      });
      const text = await response.text();
      return {
        status: response.status,
        body: text ? JSON.parse(text) : null,
        headers: response.headers,
      };
    },
  };
}

/** The URL that a started server logs. */
export function readyAt(child: ChildProcess): Promise<string> {
  return new Promise((done, fail) => {
    let said = '';
    const listen = (chunk: unknown) => {
      said += String(chunk);
      const ready = /Giro is ready at ([^\s"]+)[\s"]/.exec(said);
      if (ready?.[1]) done(ready[1]);
    };
    child.stdout?.on('data', listen);
    child.stderr?.on('data', listen);
    child.once('exit', () => fail(new Error(`the server did not start: ${said}`)));
  });
}

/** Signs in and answers the cookie. */
export async function cookieFor(
  giro: GiroProcess,
  credentials: { email: string; password: string },
) {
  const { status, headers } = await giro.call('POST', '/api/session', credentials);
  if (status !== 200) throw new Error(`not signed in: ${status}`);
  return headers.getSetCookie()[0]?.split(';')[0] ?? '';
}

/** Calls the process with the cookie. */
export const callerWith = (giro: GiroProcess, cookie: string): Pick<GiroProcess, 'call'> => ({
  call: (method, path, body, headers) => giro.call(method, path, body, { cookie, ...headers }),
});
