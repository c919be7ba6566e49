import { type IncomingMessage, request } from 'node:http';

export type StreamEvent = { id: string; name: string; data: unknown };

/** Opens an event stream over a socket, without reconnects. Resolves at the response's headers. */
export async function openStream(url: string, session: string, lastEventId?: string) {
  const events: StreamEvent[] = [];
  const waiting = new Set<() => void>();
  const { promise, resolve, reject } = Promise.withResolvers<IncomingMessage>();
  const outgoing = request(new URL('/api/transfers/events', url), {
    agent: false,
    headers: {
      accept: 'text/event-stream',
      cookie: `giro=${session}`,
      ...(lastEventId === undefined ? {} : { 'last-event-id': lastEventId }),
    },
  });
  outgoing.once('response', resolve).once('error', reject).end();
  const response = await promise;
  const ended = Promise.withResolvers<void>();
  let text = '';
  let isOpen = true;
  const notice = () => {
    for (const look of waiting) look();
  };
  response.setEncoding('utf8').on('data', (part: string) => {
    const blocks = (text + part).split('\n\n');
    text = blocks.pop() ?? '';
    for (const block of blocks) {
      const { id, event, data } = Object.fromEntries(
        block.split('\n').map((line) => line.split(/: (.*)/s)),
      );
      if (event) events.push({ id, name: event, data: JSON.parse(data) });
    }
    notice();
  });
  response
    .once('error', () => undefined)
    .once('close', () => {
      isOpen = false;
      ended.resolve();
      notice();
    });

  return {
    response,
    events,
    ended: ended.promise,
    lastId: () => events.at(-1)?.id,
    named: (name: string) => events.filter((event) => event.name === name),
    /** Resolves when the events match; the test's timeout limits the wait. */
    async until(isAsAsked: () => boolean) {
      while (!isAsAsked()) {
        if (!isOpen) throw new Error('the stream ended first');
        await new Promise<void>((look) => {
          waiting.clear();
          waiting.add(look);
        });
      }
    },
    drop: () => void response.destroy(),
  };
}
