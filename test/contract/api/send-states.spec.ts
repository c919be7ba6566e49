import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  isOpen,
  nextSendState,
  type SendEvent,
  type SendState,
  sendStates,
  statesBefore,
} from '../../../src/contract/api/send-states.ts';

const events = [
  'answered',
  'refusal',
  'not-written',
  'lost',
  'found',
  'gave-up',
  'resolved-sent',
  'resolved-not-sent',
  'resolved-by-words',
  'turned-up',
] as const satisfies readonly SendEvent[];

// The transition table again, as a check: a row for each state, a column for each event above.
const table: Record<SendState, (SendState | null)[]> = {
  intended: ['sent', 'refused', 'not_sent', 'unconfirmed', null, null, null, null, null, null],
  sent: [null, null, null, null, null, null, null, null, null, null],
  refused: [null, null, null, null, null, null, null, null, null, null],
  not_sent: [null, null, null, null, null, null, null, null, null, 'sent'],
  unconfirmed: ['sent', null, null, null, 'sent', 'unresolved', 'sent', null, 'not_sent', null],
  unresolved: ['sent', null, null, null, null, null, 'sent', 'not_sent', null, null],
};

describe.each(sendStates)('%s', (state) => {
  test.each(events.map((event, column) => [event, table[state][column] ?? null] as const))(
    '%s -> %s',
    (event, next) => {
      expect(nextSendState(state, event)).toBe(next);
    },
  );
});

test.each(events)('statesBefore returns the states in which %s can happen', (event) => {
  const able = sendStates.filter((state) => table[state][events.indexOf(event)] !== null);
  expect(statesBefore(event)).toEqual(able);
});

test('the open states are those in which money may or may not have moved', () => {
  expect(sendStates.filter(isOpen)).toEqual(['intended', 'unconfirmed', 'unresolved']);
});

function walk(from: SendState, path: readonly SendEvent[]): SendState[] {
  const visited = [from];
  let state = from;
  for (const event of path) {
    state = nextSendState(state, event) ?? state;
    visited.push(state);
  }
  return visited;
}

const path = fc.array(fc.constantFrom(...events), { maxLength: 12 });

test('a known outcome is final, except not_sent when support finds the transfer', () => {
  const known = fc.array(fc.constantFrom(...events.filter((event) => event !== 'turned-up')));
  expect(sendStates.filter((state) => nextSendState(state, 'turned-up'))).toEqual(['not_sent']);
  fc.assert(
    fc.property(known, (taken) => {
      const visited = walk('intended', taken);
      const ended = visited.findIndex((state) => !isOpen(state));
      if (ended >= 0) expect(new Set(visited.slice(ended)).size).toBe(1);
    }),
  );
});

test('no event leads back to intended, so no key is posted twice', () => {
  fc.assert(
    fc.property(path, (taken) => {
      const visited = walk('intended', taken);
      const left = visited.findIndex((state) => state !== 'intended');
      if (left >= 0) expect(visited.slice(left)).not.toContain('intended');
    }),
  );
});

test('only an answer, a match or support makes a send sent', () => {
  fc.assert(
    fc.property(path, (taken) => {
      const silent = taken.filter(
        (event) => !['answered', 'found', 'resolved-sent', 'turned-up'].includes(event),
      );
      expect(walk('intended', silent)).not.toContain('sent');
    }),
  );
});
