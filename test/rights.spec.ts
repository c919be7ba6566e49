import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { withRights } from './support/rights.ts';

const text = readFileSync('docs/configuration.md', 'utf8');

test('docs/configuration.md shows what each role may do, as the access table has it', () => {
  expect(text, 'run npm run picture').toBe(withRights(text));
});

test('only support decides, only senders send, and an auditor changes nothing', () => {
  const rows = text.split('\n').filter((line) => line.startsWith('| '));
  expect(rows).toContain(
    '| transfers without an answer | read their own | – | read, change | read | – |',
  );
  expect(rows).toContain('| transfers, sending | read, change their own | – | read | read | – |');
  expect(rows).toContain('| audit | – | – | – | read | read |');
});

test('refuses a document without the marks', () => {
  expect(() => withRights('# Roles\n')).toThrow('npm run picture');
});
