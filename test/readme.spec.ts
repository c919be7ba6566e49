import { existsSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import * as z from 'zod/mini';
import { nextSendState, type SendEvent, sendStates } from '../src/contract/api/send-states.ts';
import { oddities } from '../src/sandbox/oddities.ts';
import { scenarios } from '../src/sandbox/scenarios.ts';

const readme = readFileSync('README.md', 'utf8');
const { scripts } = z.parse(
  z.object({ scripts: z.record(z.string(), z.string()) }),
  JSON.parse(readFileSync('package.json', 'utf8')),
);

test('every path that the README names exists', () => {
  const named = [...readme.matchAll(/`((?:src|test|docs|\.ci)\/[\w./-]+)`|\]\((docs\/[^)]+)\)/g)];
  const paths = named.map(([, quoted, linked]) => quoted ?? linked ?? '');
  expect(paths.length).toBeGreaterThan(15);
  expect(paths.filter((path) => !existsSync(path))).toEqual([]);
});

test('every script that the README names exists', () => {
  const named = [...readme.matchAll(/npm (?:run ([\w:]+)|(start|test)\b)/g)];
  const names = named.map(([, run, own]) => run ?? own ?? '');
  expect(names).toContain('start');
  expect(names.filter((name) => scripts[name] === undefined)).toEqual([]);
});

test('the README lists every sentinel of the sandbox', () => {
  const missing = scenarios.filter(({ value }) => !readme.includes(`| \`${value}\` |`));
  expect(missing).toEqual([]);
});

test('the README lists every way in which the sandbox answers oddly, in the same words', () => {
  const missing = oddities.filter(
    ({ name, effect }) => !readme.includes(`| \`${name}\` | ${effect} |`),
  );
  expect(missing).toEqual([]);
});

const sendEvents: Record<SendEvent, true> = {
  answered: true,
  refusal: true,
  'not-written': true,
  lost: true,
  found: true,
  'gave-up': true,
  'resolved-sent': true,
  'resolved-not-sent': true,
  'resolved-by-words': true,
  'turned-up': true,
};

test('the table of sending holds each state with each that can follow, and no other', () => {
  const [, rows = ''] = readme.split('| state | event | next |\n|---|---|---|\n');
  const told = [
    ...rows
      .split('\n\n', 1)
      .join()
      .matchAll(/^\| (.+?) \| .+ \| (\w+) \|$/gm),
  ].flatMap(([, states = '', next]) => states.split(', ').map((state) => `${state} -> ${next}`));
  const moves = sendStates.flatMap((state) =>
    Object.keys(sendEvents).flatMap((event) => {
      const next = isSendEvent(event) ? nextSendState(state, event) : null;
      return next === null ? [] : [`${state} -> ${next}`];
    }),
  );
  expect(moves.length).toBeGreaterThan(5);
  expect([...new Set(told)].sort()).toEqual([...new Set(moves)].sort());
});

const isSendEvent = (event: string): event is SendEvent => event in sendEvents;
