import { describe, expect, test } from 'vitest';
import { readConfig } from '../../../src/bff/config/config.ts';
import { appLocales } from '../../../src/contract/api/languages.ts';
import { createBrowser } from '../../support/browser.ts';
import { configErrors } from '../../support/config-errors.ts';
import { startBff } from '../../support/start-bff.ts';

const said = { en: 'We charge <b>no</b> fee.', es: 'Sin comisión.', pt: 'Sem tarifa.' };
const withEn = (en: string) => JSON.stringify({ ...said, en });

describe('COST_NOTE', () => {
  test('is read with a sentence for each language, without the spaces around it', () => {
    const COST_NOTE = JSON.stringify({ ...said, es: ` ${said.es} ` });
    expect(readConfig({ COST_NOTE }).costNote).toEqual(said);
    expect(Object.keys(said)).toEqual([...appLocales]);
  });

  test.each([
    ['text', 'We charge no fee.', /^must be JSON, one sentence in each of en, es, pt, such as /],
    ['a list', '["No fee"]', /^must be JSON/],
    ['a number', '{"en":1,"es":"a","pt":"b"}', /^must be JSON/],
    [
      'no Portuguese',
      '{"en":"No fee","es":"Gratis"}',
      /^has no sentence in pt; write one in each$/,
    ],
    ['nothing', '{}', /^has no sentence in en, es, pt; write one in each$/],
    ['French', '{"fr":"Gratuit"}', /^has fr, which is none of the languages en, es, pt$/],
    ['a blank one', withEn(' '), /^the sentence in en must not be blank$/],
    ['two lines', withEn('No fee.\nNever.'), /^the sentence in en must be one line of text$/],
    [
      'two lines of Unicode',
      withEn('No fee.\u2028Never.'),
      /^the sentence in en must be one line of text$/,
    ],
    [
      'a long one',
      withEn('a'.repeat(201)),
      /^the sentence in en must have 200 characters or fewer, and has 201$/,
    ],
  ])('is refused with %s', (_, value, words) => {
    expect(configErrors({ COST_NOTE: value })).toEqual([
      expect.stringMatching(new RegExp(words.source.replace('^', '^COST_NOTE: '))),
    ]);
  });

  test('may have 200 characters', () => {
    expect(readConfig({ COST_NOTE: withEn('a'.repeat(200)) }).costNote?.en).toHaveLength(200);
  });

  test('is in the settings as text, and left out when it is not set', async () => {
    const ask = async (env: Record<string, string>) => {
      const bff = await startBff({ env });
      const { body } = await createBrowser(bff.app).call('GET', '/api/settings');
      await bff.close();
      return body;
    };
    expect(await ask({ COST_NOTE: JSON.stringify(said) })).toMatchObject({ cost_note: said });
    expect(await ask({})).not.toHaveProperty('cost_note');
  });
});
