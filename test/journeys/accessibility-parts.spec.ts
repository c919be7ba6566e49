import { readdirSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

test('leaves the stories out of the build', () => {
  const files = readdirSync('dist/assets').filter((name) => name.endsWith('.js'));
  const words = (text: string) =>
    files.filter((name) => readFileSync(`dist/assets/${name}`, 'utf8').includes(text));
  expect(words('/recipients/new')).not.toEqual([]);
  expect(words('/ui')).toEqual([]);
  expect(words('Every state, and one that nobody knows')).toEqual([]);
});
