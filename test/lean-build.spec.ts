import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { adviceOnly, edits, lean } from '../vite/lean-libraries.ts';
import { markPure } from '../vite/pure-schemas.ts';

const folder = 'node_modules/react-router/dist/development';
const modules = readdirSync(folder)
  .filter((name) => name.endsWith('.mjs'))
  .map((name) => readFileSync(`${folder}/${name}`, 'utf8'));

describe('what is left out of React Router', () => {
  test.each(edits)('is still there to be left out: $why', (edit) => {
    expect(modules.flatMap((code) => lean(code).made)).toContain(edit);
  });

  test.each(adviceOnly)('is %s, which warns and does nothing else', (name) => {
    const [, body] = new RegExp(`^function ${name}\\([^)]*\\) \\{(.*?)^\\}`, 'ms').exec(
      modules.join('\n'),
    ) ?? [''];
    expect(body).toContain('console.warn(');
    expect(body).not.toMatch(/\bthrow\b(?! new Error\(message\))|\breturn\b/);
  });

  test('leaves another text as it is', () => {
    const code = 'export const sum = (a, b) => a + b;';
    expect(lean(code)).toEqual({ code, made: [] });
  });
});

test('a schema is marked wherever one is made, and no reading of a value is', () => {
  expect(markPure('z.object({ at: z.iso.datetime() }).check(z.refine(isSo))')).toBe(
    '/* @__PURE__ */ z.object({ at: /* @__PURE__ */ z.iso.datetime() }).check(/* @__PURE__ */ z.refine(isSo))',
  );
  expect(markPure('z.parse(of, it); z.safeParse(of, it)')).toBe(
    'z.parse(of, it); z.safeParse(of, it)',
  );
});
