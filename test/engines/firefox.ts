import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import * as z from 'zod/mini';
import { type Driver, startProgram, viewport } from './driver.ts';
import { inputBy } from './input-actions.ts';

const answer = z.object({
  id: z.optional(z.nullable(z.number())),
  type: z.string(),
  method: z.optional(z.string()),
  params: z.optional(z.unknown()),
  result: z.optional(z.unknown()),
  message: z.optional(z.string()),
});
const contextTree = z.object({ contexts: z.tuple([z.object({ context: z.string() })]) });
const evaluated = z.object({ result: z.object({ value: z.optional(z.string()) }) });
const logged = z.object({ type: z.string(), text: z.nullable(z.string()) });

/** Starts Firefox, and speaks WebDriver BiDi with it: https://www.w3.org/TR/webdriver-bidi */
export async function launchFirefox(program: string): Promise<Driver> {
  const firefox = startProgram(program, (folder) => {
    const settings = {
      'intl.accept_languages': 'en-US',
      'app.update.disabledForTesting': true,
      'browser.shell.checkDefaultBrowser': false,
      'datareporting.policy.dataSubmissionEnabled': false,
    };
    const lines = Object.entries(settings).map(
      ([name, value]) => `user_pref("${name}", ${JSON.stringify(value)});`,
    );
    writeFileSync(join(folder, 'user.js'), lines.join('\n'));
    return ['--headless', '--no-remote', '--remote-debugging-port=0', '--profile', folder];
  });
  try {
    const address = await firefox.says(/BiDi listening on (ws:\S+)\n/);
    const errors: string[] = [];
    const { ask, close } = await connect(`${address}/session`, (event) => {
      if (event.method !== 'log.entryAdded') return;
      const { type, text } = logged.parse(event.params);
      if (type === 'javascript') errors.push(text ?? 'an error');
    });
    await ask('session.new', { capabilities: {} });
    const { contexts } = contextTree.parse(await ask('browsingContext.getTree', {}));
    const [{ context }] = contexts;
    await ask('session.subscribe', { events: ['log.entryAdded'] });
    await ask('browsingContext.setViewport', { context, viewport });
    const traverse = (delta: number) => ask('browsingContext.traverseHistory', { context, delta });
    return {
      ...inputBy((actions) => ask('input.performActions', { context, actions })),
      async goTo(url) {
        await ask('browsingContext.navigate', { context, url, wait: 'none' });
      },
      async evaluate(expression) {
        const given = await ask('script.evaluate', {
          // BiDi has a notation of its own for objects.
          expression: `JSON.stringify(${expression})`,
          target: { context },
          awaitPromise: false,
        });
        const { value } = evaluated.parse(given).result;
        return value === undefined ? null : JSON.parse(value);
      },
      back: async () => void (await traverse(-1)),
      forward: async () => void (await traverse(1)),
      errors: () => errors,
      async close() {
        close();
        await firefox.stop();
      },
    };
  } catch (error) {
    await firefox.stop();
    throw error;
  }
}

type Event = z.infer<typeof answer>;

/** Asks over one WebSocket. A refusal rejects with what Firefox says. */
async function connect(address: string, onEvent: (event: Event) => void) {
  const socket = new WebSocket(address);
  const open = Promise.withResolvers<void>();
  socket.addEventListener('open', () => open.resolve());
  socket.addEventListener('error', () => open.reject(new Error(`no answer at ${address}`)));
  await open.promise;
  const waiting = new Map<number, ReturnType<typeof Promise.withResolvers<unknown>>>();
  let lastId = 0;
  socket.addEventListener('message', ({ data }) => {
    const message = answer.parse(JSON.parse(String(data)));
    if (message.type === 'event') return onEvent(message);
    const asked = waiting.get(message.id ?? 0);
    waiting.delete(message.id ?? 0);
    if (message.type === 'success') asked?.resolve(message.result);
    else asked?.reject(new Error(message.message));
  });
  socket.addEventListener('close', () => {
    for (const { reject } of waiting.values()) reject(new Error('Firefox closed the connection'));
  });
  return {
    close: () => socket.close(),
    ask(method: string, params: object): Promise<unknown> {
      const asked = Promise.withResolvers<unknown>();
      lastId += 1;
      waiting.set(lastId, asked);
      socket.send(JSON.stringify({ id: lastId, method, params }));
      return asked.promise;
    },
  };
}
