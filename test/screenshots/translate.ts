import { readFileSync } from 'node:fs';

/** Finds what the app says for a message of its source, in one language. */
export type Translate = (message: string) => RegExp;

const catalogue = (language: string) =>
  new URL(`../../src/app/i18n/catalogues/${language}.po`, import.meta.url);

/** The words of a language, so that a screenshot written in the source's own is found in every one. */
export function createTranslate(language: string): Translate {
  const entries = readFileSync(catalogue(language), 'utf8').split(/\n\n+/);
  const said = new Map(entries.map((entry) => [textOf(entry, 'msgid'), textOf(entry, 'msgstr')]));
  return (message) => {
    const words = said.get(message);
    if (words === undefined) throw new Error(`no message of the app says “${message}”`);
    return pattern(words || message);
  };
}

/** A text of the catalogue may go on over several lines. */
function textOf(entry: string, key: string): string {
  const [, lines = ''] = new RegExp(`^${key} ((?:".*"\\s*)+)`, 'm').exec(entry) ?? [];
  return [...lines.matchAll(/^"(.*)"\s*$/gm)].map(([, line]) => JSON.parse(`"${line}"`)).join('');
}

/** The message as it stands on a page, whatever its placeholders hold; of a plural, any of its forms. */
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
