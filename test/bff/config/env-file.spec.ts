import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { readEnvFile } from '../../../src/bff/config/env-file.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'giro-env-'));
});
afterEach(() => {
  vi.unstubAllEnvs();
  rmSync(folder, { recursive: true });
});

/** Reads it in the folder. */
function read(text: string) {
  writeFileSync(join(folder, '.env'), text);
  const before = process.cwd();
  process.chdir(folder);
  try {
    readEnvFile();
  } finally {
    process.chdir(before);
  }
}

test('a variable that is set wins, and a comment is none of the value', () => {
  vi.stubEnv('GIRO_SET_BEFORE', '80');
  vi.stubEnv('GIRO_NOT_SET', undefined);
  read('GIRO_NOT_SET=a path # here\nGIRO_SET_BEFORE=eighty\n');
  const { GIRO_NOT_SET, GIRO_SET_BEFORE } = process.env;
  expect({ GIRO_NOT_SET, GIRO_SET_BEFORE }).toEqual({
    ...{ GIRO_NOT_SET: 'a path', GIRO_SET_BEFORE: '80' },
  });
});

test('refuses a value of which Node would take a part only', () => {
  const text = 'OIDC_CLIENT_SECRET=a#b\nTHEME_ACCENT="#0b6e4f" # here\n';
  const line = '.env: put the value of OIDC_CLIENT_SECRET in quotes, because it holds #';
  expect(() => read(text)).toThrow(expect.objectContaining({ lines: [line] }));
  expect(process.env.THEME_ACCENT).toBeUndefined();
});
