import { readdirSync, readFileSync } from 'node:fs';

/** The names of the built scripts that hold this text. */
export const scriptsWith = (text: string) =>
  readdirSync('dist/assets').filter(
    (name) => name.endsWith('.js') && readFileSync(`dist/assets/${name}`, 'utf8').includes(text),
  );
