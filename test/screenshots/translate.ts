import { readFileSync } from 'node:fs';

/** Translates a message of the source into one language. */
export type Translate = (message: string) => RegExp;

const catalogue = (language: string) =>
  new URL(`../../src/app/i18n/catalogues/${language}.po`, import.meta.url);

/** Reads a catalogue, so that screenshots can name messages in English in every language. */
export function createTranslate(language: string): Translate {
  const entries = readFileSync(catalogue(language), 'utf8').split(/\n\n+/);
  const said = new Map(entries.map((entry) => [textOf(entry, 'msgid'), textOf(entry, 'msgstr')]));
  return (message) => {
    const words = said.get(message);
    if (words === undefined) throw new Error(`no message of the app says “${message}”`);
    return pattern(words || message);
  };
}

/** Joins a catalogue text that spans several lines. */
function textOf(entry: string, key: string): string {
  const [, lines = ''] = new RegExp(`^${key} ((?:".*"\\s*)+)`, 'm').exec(entry) ?? [];
  return [...lines.matchAll(/^"(.*)"\s*$/gm)].map(([, line]) => JSON.parse(`"${line}"`)).join('');
}

/** A pattern for the message with any values in its placeholders, and any form of a plural. */
function pattern(message: string): RegExp {
  const plural = /^\{\w+, plural, (.*)\}$/s.exec(message);
  if (plural) {
    const forms = [...(plural[1] ?? '').matchAll(/\{((?:[^{}]|\{[^{}]*\})*)\}/g)];
    return new RegExp(
      `^\\s*(?:${forms.map(([, form = '']) => loosely(form)).join('|')})\\s*$`,
      's',
    );
  }
  return new RegExp(`^\\s*${loosely(message)}\\s*$`, 's');
}

function loosely(text: string): string {
  return text
    .replace(/<\/?\d+>/g, '')
    .split(/\{[^{}]*\}|<\d+\/>|#/)
    .map((part) => part.replace(/[\\^$.*+?()[\]{}|/]/g, '\\$&'))
    .join('.+');
}
