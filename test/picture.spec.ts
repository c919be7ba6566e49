import { existsSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { withoutDetours, withPictures } from './support/picture.ts';
import { roomImports } from './support/rooms.ts';

const text = readFileSync('docs/architecture.md', 'utf8');

test('docs/architecture.md shows the rooms as the code has them', () => {
  expect(text, 'run npm run picture').toBe(withPictures(text));
});

test('each picture is small enough to read', () => {
  const pictures = [...withPictures(text).matchAll(/^flowchart TB\n([\s\S]*?)^```/gm)];
  const sizes = pictures.map(([, lines = '']) => lines.match(/\["/g)?.length ?? 0);
  expect(sizes).toHaveLength(3);
  expect(Math.min(...sizes)).toBeGreaterThan(4);
  expect(Math.max(...sizes)).toBeLessThanOrEqual(30);
});

test('a picture shows every room', () => {
  const drawn = withPictures(text);
  const unseen = [...roomImports().keys()].filter(
    (room) => !drawn.includes(`${room.replaceAll(/[/-]/g, '_')}["`),
  );
  expect(unseen).toEqual([]);
});

test('the table of rooms has each of them, and a file to begin with', () => {
  const rows = [...text.matchAll(/^\| `((?:src|vite)[\w/-]*)`.*\| `([\w/.-]+)` \|$/gm)];
  const rooms = rows.map(([, room = '']) => room);
  expect(rooms.toSorted()).toEqual([...roomImports().keys(), 'vite'].toSorted());
  const firsts = rows.map(([, room = '', file = '']) => `${room}/${file}`);
  expect(firsts.filter((path) => !existsSync(path))).toEqual([]);
});

test('leaves out an arrow that a longer way stands for', () => {
  const imports = new Map([
    ['a', ['b', 'c', 'd']],
    ['b', ['c']],
    ['c', []],
    ['d', ['e']],
    ['e', ['c']],
  ]);
  expect([...withoutDetours(imports)]).toEqual([
    ['a', ['b', 'd']],
    ['b', ['c']],
    ['c', []],
    ['d', ['e']],
    ['e', ['c']],
  ]);
});

test('refuses a document without the marks', () => {
  expect(() => withPictures('# Rooms\n')).toThrow('npm run picture');
});
