import { madeOnce } from './made-once.ts';

/** Alphabetical order in a language. */
export const collator = madeOnce((locale) => new Intl.Collator(locale));
