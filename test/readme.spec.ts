import { existsSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import * as z from 'zod/mini';
import { nextSendState, sendStates } from '../src/contract/api/send-states.ts';
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

test('the table of sending names every state, and each state that can follow', () => {
  const start = readme.indexOf('### Sending exactly once');
  const section = readme.slice(start, readme.indexOf('###', start + 5));
  for (const state of sendStates) expect(section).toContain(state);
  expect(nextSendState('intended', 'lost')).toBe('unconfirmed');
});
