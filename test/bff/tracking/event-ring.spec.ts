import { expect, test } from 'vitest';
import { createEventRing } from '../../../src/bff/tracking/event-ring.ts';

const dataOf = (events: { text: string }[] | null) =>
  events?.map(({ text }) => /^data: (.+)$/m.exec(text)?.[1]) ?? null;

test('the events after an id are those that came since, as long as all are kept', () => {
  const ring = createEventRing(3);
  const start = ring.id();
  expect(ring.since(start)).toEqual([]);
  ring.add('transfer', 1, null);
  const one = ring.id();
  ring.add('transfer', 2, null);
  ring.add('transfer', 3, null);
  expect(dataOf(ring.since(start))).toEqual(['1', '2', '3']);
  expect(dataOf(ring.since(one))).toEqual(['2', '3']);
  ring.add('transfer', 4, null);
  expect(dataOf(ring.since(one))).toEqual(['2', '3', '4']);
  expect(ring.since(start)).toBeNull();
  expect(ring.since(ring.id())).toEqual([]);
});

test('an id of before it was cleared, of another run or of no run is not gone on from', () => {
  const ring = createEventRing(3);
  ring.add('transfer', 1, null);
  const before = ring.id();
  ring.clear();
  const after = ring.id();
  ring.add('transfer', 2, null);
  expect(ring.since(before)).toBeNull();
  expect(dataOf(ring.since(after))).toEqual(['2']);
  for (const id of [createEventRing(3).id(), '', '7', `${after}9`, after.replace(/\d+$/, '-1')]) {
    expect(ring.since(id)).toBeNull();
  }
});

test('an event is written with its id and its name, on one line of JSON', () => {
  const ring = createEventRing(3);
  const { text } = ring.add('transfer', { alias: 'a\nb' }, null);
  expect(text).toBe(`id: ${ring.id()}\nevent: transfer\ndata: {"alias":"a\\nb"}\n\n`);
});
