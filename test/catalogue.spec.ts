import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { expect, test } from 'vitest';

/** The messages of a catalogue, each as its file writes it. */
function messagesOf(path: string): string[] {
  const text = readFileSync(path, 'utf8').replaceAll('"\n"', '');
  return [...text.matchAll(/^msgid "(.+)"$/gm)].map(([, id = '']) => id).sort();
}

test('the catalogue holds every message of the code, and no other', () => {
  const folder = mkdtempSync(join(tmpdir(), 'giro-messages-'));
  const config = {
    rootDir: process.cwd(),
    sourceLocale: 'en',
    locales: ['en'],
    catalogs: [{ path: join(folder, '{locale}'), include: [resolve('src/app')] }],
  };
  writeFileSync(join(folder, 'lingui.config.json'), JSON.stringify(config));
  // Without the variables of a test run, which would make the extractor take itself for one of its own.
  execFileSync(
    'node_modules/.bin/lingui',
    ['extract', '--workers', '1', '--config', join(folder, 'lingui.config.json')],
    { env: { PATH: process.env.PATH } },
  );
  const inCode = messagesOf(join(folder, 'en.po'));
  rmSync(folder, { recursive: true });
  expect(inCode.length).toBeGreaterThan(200);
  expect(messagesOf('src/app/i18n/catalogues/en.po'), 'run npm run messages').toEqual(inCode);
});
