import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import type { Messages } from '@lingui/core';
import { describe, expect, test } from 'vitest';
import linguiConfig from '../lingui.config.ts';
import { appLocales } from '../src/contract/api/languages.ts';

const pathOf = (locale: string) => `src/app/i18n/catalogues/${locale}.po`;
const catalogues = import.meta.glob<{ messages: Messages }>('../src/app/i18n/catalogues/*.po', {
  eager: true,
});
const messagesOf = (locale: string) => catalogues[`../${pathOf(locale)}`]?.messages ?? {};
const en = messagesOf('en');

test('every language has a catalogue, and no other exists', () => {
  const paths = appLocales.map((locale) => `../${pathOf(locale)}`);
  expect(Object.keys(catalogues).sort()).toEqual(paths.toSorted());
  expect(Object.keys(en).length).toBeGreaterThan(200);
});

type Entry = {
  /** The English message, after its context if it has one. */
  id: string;
  translation: string;
};

/** The messages of a catalogue, as its file writes them. */
function entriesOf(path: string): Entry[] {
  const text = readFileSync(path, 'utf8').replaceAll('"\n"', '');
  const found = text.matchAll(/^(?:msgctxt "(.+)"\n)?msgid "(.+)"\nmsgstr "(.*)"$/gm);
  return [...found].map(([, context, id = '', translation = '']) => ({
    id: context === undefined ? id : `${context}: ${id}`,
    translation,
  }));
}

const idsOf = (path: string) => entriesOf(path).map(({ id }) => id);

test('the catalogues hold exactly the messages of the code', { timeout: 60_000 }, () => {
  const folder = mkdtempSync(join(tmpdir(), 'giro-messages-'));
  const config = {
    rootDir: process.cwd(),
    sourceLocale: 'en',
    locales: ['en'],
    macro: linguiConfig.macro,
    catalogs: linguiConfig.catalogs?.map(({ include }) => ({
      path: join(folder, '{locale}'),
      include: include.map((one) => resolve(one)),
    })),
  };
  writeFileSync(join(folder, 'lingui.config.json'), JSON.stringify(config));
  // Only PATH, because the extractor behaves differently with the variables of a Vitest run.
  execFileSync(
    'node_modules/.bin/lingui',
    ['extract', '--workers', '1', '--config', join(folder, 'lingui.config.json')],
    { env: { PATH: process.env.PATH } },
  );
  const inCode = idsOf(join(folder, 'en.po'));
  rmSync(folder, { recursive: true });
  expect(inCode.length).toBeGreaterThan(200);
  for (const locale of appLocales) {
    // Also in the extractor's order, so that another extraction changes nothing.
    expect(idsOf(pathOf(locale)), 'run npm run messages').toEqual(inCode);
  }
});

test.each(appLocales)(
  'no message in %s names the app, because operators give it their own name',
  (locale) => {
    const named = entriesOf(pathOf(locale)).flatMap(({ id, translation }) =>
      [id, translation].filter((text) => /giro/i.test(text)),
    );
    expect(named).toEqual([]);
  },
);

type Message = Messages[string];

/** The placeholders of a message in one plural branch, sorted: `{name}`, `#`, `<0>`. */
function partsOf(message: Message, branch: string): string[] {
  const tokens = typeof message === 'string' ? [message] : message;
  const parts = tokens.flatMap((token) => {
    if (token === '#') return ['#'];
    if (typeof token === 'string') return token.match(/<\/?\d+\/?>/g) ?? [];
    const [name, type] = token;
    const choices = choicesOf(token);
    if (!choices) return [`{${[name, type].filter(Boolean).join(', ')}}`];
    const chosen = choices[branch] ?? choices.other ?? [];
    return [`{${name}, ${type}, ${choices.offset ?? 0}}`, ...partsOf(chosen, branch)];
  });
  return parts.sort();
}

/** The branch names of each plural in a message. */
function branchesOf(message: Message): string[][] {
  const tokens = typeof message === 'string' ? [] : message;
  return tokens.flatMap((token) => {
    const choices = choicesOf(token);
    return choices ? [Object.keys(choices).filter((key) => key !== 'offset')] : [];
  });
}

type Choices = Record<string, Message> & { offset?: number };

function choicesOf(token: string | unknown[]): Choices | undefined {
  const hasChoices = (value: unknown): value is Choices =>
    typeof value === 'object' && value !== null && 'other' in value;
  return Array.isArray(token) && hasChoices(token[2]) ? token[2] : undefined;
}

// English is the source language, so only the others are checked.
describe.each(appLocales.filter((locale) => locale !== 'en'))('%s', (locale) => {
  const messages = messagesOf(locale);

  test('has every message', () => {
    const missing = entriesOf(pathOf(locale)).filter(({ translation }) => translation === '');
    expect(missing.map(({ id }) => id)).toEqual([]);
  });

  test('keeps the placeholders, tags and plurals of the English message', () => {
    const ids = Object.keys(en);
    expect(Object.keys(messages).sort()).toEqual(ids.toSorted());
    const plain = (parts: string[]) => parts.filter((part) => part !== '#');
    for (const id of ids) {
      const [ours = '', theirs = ''] = [en[id], messages[id]];
      expect(partsOf(theirs, 'other'), String(ours)).toEqual(partsOf(ours, 'other'));
      for (const branch of branchesOf(theirs).flat()) {
        // '#' may be missing: 'One transfer' and '1 transfer' are both right.
        expect(plain(partsOf(theirs, branch)), branch).toEqual(plain(partsOf(ours, branch)));
      }
    }
  });

  test('has the branches one, other and those of the English message in every plural', () => {
    let plurals = 0;
    for (const [id, message = ''] of Object.entries(en)) {
      const [ours, theirs] = [branchesOf(message), branchesOf(messages[id] ?? '')];
      plurals += ours.length;
      ours.forEach((branches, index) => {
        expect(theirs[index], String(message)).toEqual(
          expect.arrayContaining(['one', 'other', ...branches]),
        );
      });
    }
    expect(plurals).toBeGreaterThan(5);
  });
});

// A Spanish time ends in a full stop, 'p. m.': a second one must not follow.
const timeThenStop =
  /(\{(at|begin|pressed|searchedAt|seen|since|time|until|used|when)\}|<\d\/>)\.(?!\w)/;

test('no time comes before a full stop in Spanish', () => {
  const found = entriesOf(pathOf('es')).filter(({ translation }) => timeThenStop.test(translation));
  expect(found.map(({ translation }) => translation)).toEqual([]);
  expect(timeThenStop.test('Estimación: {when}. El monto es el mismo.')).toBe(true);
  expect(timeThenStop.test('Se revisó <0/>.')).toBe(true);
});

test('the checks find a lost placeholder, tag or plural branch', () => {
  const ours: Message = ['<0>', ['n', 'plural', { one: [['who']], other: ['#', ['who']] }], '</0>'];
  expect(partsOf(ours, 'other')).toEqual(['#', '</0>', '<0>', '{n, plural, 0}', '{who}']);
  expect(partsOf(ours, 'one')).toEqual(['</0>', '<0>', '{n, plural, 0}', '{who}']);
  expect(branchesOf(ours)).toEqual([['one', 'other']]);
});
