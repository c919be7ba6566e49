import * as z from 'zod/mini';
import { appLocales } from '../../contract/api/languages.ts';
import type { Settings } from '../../contract/api/session.ts';

const maxCostNoteLength = 200;

const languages = appLocales.join(', ');
const shape = `must be JSON, one sentence in each of ${languages}, such as {"en":"We charge no fee.","es":"No cobramos comisión.","pt":"Não cobramos tarifa."}`;
/** Not an array, which an object's schema lets pass. */
const sentences = z.record(z.string(), z.string());

/** What is wrong with the sentence of a language; null when it can be shown. */
function faultOf(sentence: string): string | null {
  if (sentence === '') return 'must not be blank';
  if (/\p{Cc}|\p{Zl}|\p{Zp}/u.test(sentence)) return 'must be one line of text';
  if (sentence.length <= maxCostNoteLength) return null;
  return `must have ${maxCostNoteLength} characters or fewer, and has ${sentence.length}`;
}

function costNoteOf(text: string): NonNullable<Settings['cost_note']> | string {
  let json: unknown;
  try {
    json = JSON.parse(text);
  } catch {
    return shape;
  }
  const given = z.safeParse(sentences, json);
  if (!given.success) return shape;
  const trimmed = Object.entries(given.data).map(([name, said]) => [name, said.trim()] as const);
  const unknown = trimmed.find(([name]) => !appLocales.some((locale) => locale === name));
  if (unknown) return `has ${unknown[0]}, which is none of the languages ${languages}`;
  const note = new Map(trimmed);
  const missing = appLocales.filter((locale) => !note.has(locale));
  // One language's sentence would be shown to people who can't read it, or to some people only.
  if (missing.length > 0) return `has no sentence in ${missing.join(', ')}; write one in each`;
  for (const [name, sentence] of trimmed) {
    const fault = faultOf(sentence);
    if (fault) return `the sentence in ${name} ${fault}`;
  }
  return { en: note.get('en') ?? '', es: note.get('es') ?? '', pt: note.get('pt') ?? '' };
}

/** What the operator says of the cost, as the service names no fee (contract 2.7): one sentence in each language. */
export const costNoteVariables = {
  COST_NOTE: z.optional(
    z.pipe(
      z.string(),
      z.transform((text, given) => {
        const note = costNoteOf(text);
        if (typeof note !== 'string') return note;
        given.issues.push({ code: 'custom', message: note, input: text });
        return z.NEVER;
      }),
    ),
  ),
};
