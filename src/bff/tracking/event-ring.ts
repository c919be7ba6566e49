import { randomBytes } from 'node:crypto';

/** One event, written out as it is sent; `owner` is the person whose transfer it is about. */
export type LiveEvent = { sequence: number; owner: string | null; text: string };

export type EventRing = {
  /** The id of the last event: where a reader that knows all until now goes on. */
  id(): string;
  add(name: string, data: unknown, owner: string | null): LiveEvent;
  /** Forgets the events so far, so that who missed any is told to read again. */
  clear(): void;
  /** The events after an id, or null when some of them are forgotten or the id is another ring's. */
  since(id: string): LiveEvent[] | null;
};

/** The latest events, for who was away. Its ids are those of no other instance and no earlier run. */
export function createEventRing(max: number): EventRing {
  const run = randomBytes(6).toString('base64url');
  let sequence = 0;
  let forgotten = 0;
  let events: LiveEvent[] = [];
  const idOf = (one: number) => `${run}.${one}`;
  return {
    id: () => idOf(sequence),
    add(name, data, owner) {
      sequence += 1;
      const event = { sequence, owner, text: writeEvent(name, data, idOf(sequence)) };
      if (events.push(event) > max) forgotten = events.shift()?.sequence ?? 0;
      return event;
    },
    clear() {
      sequence += 1;
      forgotten = sequence;
      events = [];
    },
    since(id) {
      const [, of, digits] = /^([\w-]+)\.(\d{1,15})$/.exec(id) ?? [];
      const last = Number(digits);
      if (of !== run || last < forgotten || last > sequence) return null;
      return events.filter((event) => event.sequence > last);
    },
  };
}

/** An event of a stream of server-sent events; JSON has no line break of its own. */
export function writeEvent(name: string, data: unknown, id: string): string {
  return `id: ${id}\nevent: ${name}\ndata: ${JSON.stringify(data)}\n\n`;
}
