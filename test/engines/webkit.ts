import { once } from 'node:events';
import { createServer } from 'node:net';
import * as z from 'zod/mini';
import { eventually } from '../support/eventually.ts';
import { type Driver, startProgram, viewport } from './driver.ts';
import { inputBy } from './input-actions.ts';

export type WebKitPrograms = { driver: string; browser: string; display: string };

const answer = z.object({ value: z.unknown() });
const refusal = z.object({ error: z.string(), message: z.string() });
const session = z.object({ sessionId: z.string() });
const evaluated = z.object({ value: z.unknown(), errors: z.array(z.string()) });
const size = z.object({ width: z.number(), height: z.number() });

type Ask = (command: string, parameters: object) => Promise<unknown>;

/** Starts WebKitGTK's MiniBrowser on a display of its own, and speaks WebDriver with it: https://www.w3.org/TR/webdriver2 */
export async function launchWebKit(programs: WebKitPrograms): Promise<Driver> {
  const started: { stop: () => Promise<void> }[] = [];
  const close = async () => {
    for (const { stop } of started.reverse()) await stop();
  };
  try {
    const display = startProgram(programs.display, () => [
      ...['-displayfd', '1', '-screen', '0', '1600x1200x24', '-nolisten', 'tcp'],
    ]);
    started.push(display);
    const number = await display.says(/(\d+)\n/);
    const port = await freePort();
    const env = { DISPLAY: `:${number}`, GDK_BACKEND: 'x11' };
    started.push(startProgram(programs.driver, () => [`--port=${port}`], env));
    const ask = await openSession(`http://127.0.0.1:${port}`, programs.browser);
    const { evaluate, errors } = evaluateBy(ask);
    await fitWindow(ask, evaluate);
    const input = inputBy((actions) => ask('actions', { actions }));
    let turned = 0;
    return {
      ...input,
      wheel(point, by) {
        // WebKit takes a turn of the wheel for its place, from which it turns by the difference.
        turned += by;
        return input.wheel(point, turned);
      },
      goTo: async (url) => void (await ask('url', { url })),
      evaluate,
      back: async () => void (await ask('back', {})),
      forward: async () => void (await ask('forward', {})),
      errors: () => errors,
      close,
    };
  } catch (error) {
    await close();
    throw error;
  }
}

/** Asks the driver over HTTP. A refusal rejects with what it says. */
async function openSession(address: string, binary: string): Promise<Ask> {
  const post = async (path: string, parameters: object) => {
    const response = await fetch(`${address}/session${path}`, {
      method: 'POST',
      body: JSON.stringify(parameters),
    });
    const { value } = answer.parse(await response.json());
    if (response.ok) return value;
    const { error, message } = refusal.parse(value);
    throw new Error(`WebKit: ${path}: ${error}: ${message}`);
  };
  const alwaysMatch = {
    // The walk waits by what it sees.
    pageLoadStrategy: 'none',
    'webkitgtk:browserOptions': { binary, args: ['--automation'] },
  };
  const given = await eventually(() => post('', { capabilities: { alwaysMatch } }), {
    timeout: 20_000,
  });
  const { sessionId } = session.parse(given);
  return (command, parameters) => post(`/${sessionId}/${command}`, parameters);
}

/** WebDriver tells no errors of scripts: each document collects its own, from the first look at it. */
function evaluateBy(ask: Ask) {
  const errors: string[] = [];
  return {
    errors,
    async evaluate(expression: string): Promise<unknown> {
      const script = `
        if (!globalThis.uncaught) {
          globalThis.uncaught = [];
          addEventListener('error', ({ message }) => uncaught.push(message));
          addEventListener('unhandledrejection', ({ reason }) => uncaught.push(String(reason)));
        }
        const value = ${expression};
        return JSON.stringify({ value: value ?? null, errors: uncaught.splice(0) });`;
      const given = await ask('execute/sync', { script, args: [] });
      const { value, errors: news } = evaluated.parse(JSON.parse(z.string().parse(given)));
      errors.push(...news);
      return value;
    },
  };
}

/** Makes the window as much larger than the viewport as its bars are. */
async function fitWindow(ask: Ask, evaluate: (expression: string) => Promise<unknown>) {
  const bars = size.parse(
    await evaluate('({ width: outerWidth - innerWidth, height: outerHeight - innerHeight })'),
  );
  await ask('window/rect', {
    width: viewport.width + bars.width,
    height: viewport.height + bars.height,
  });
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  server.close();
  await once(server, 'close');
  if (address === null || typeof address === 'string') throw new Error('no port');
  return address.port;
}
