import { execFileSync } from 'node:child_process';
import { msg as macro } from '@lingui/core/macro';
import { expect, test } from 'vitest';
import { translate } from '../../../src/bff/lib/messages.ts';
import { msg } from '../../../src/bff/lib/msg.ts';
import { appLocales } from '../../../src/contract/api/languages.ts';

const review = msg({
  message: '{count, plural, one {# transfer needs review.} other {# transfers need review.}}',
});

test('says a message in each language, with its plural', () => {
  const said = appLocales.map((locale) =>
    [1, 2].map((count) => translate(locale, review, { count })),
  );
  expect(said).toEqual([
    ['1 transfer needs review.', '2 transfers need review.'],
    ['1 transferencia requiere revisión.', '2 transferencias requieren revisión.'],
    ['1 transferência precisa de análise.', '2 transferências precisam de análise.'],
  ]);
});

test('a message that the catalogue lacks is said in English, with its values', () => {
  const unknown = msg({ message: 'No catalogue has {what}.' });
  expect(translate('es', unknown, { what: 'this' })).toBe('No catalogue has this.');
});

test('a value is shown as it is', () => {
  const text = msg({ message: 'Transfer {transfer} is completed.' });
  expect(translate('es', text, { transfer: '{count, plural, other {x}}' })).toBe(
    'La transferencia {count, plural, other {x}} está completada.',
  );
});

test('a message has the id that the macro of the app gives it', () => {
  expect(msg({ message: 'Open transfer' }).id).toBe(macro({ message: 'Open transfer' }).id);
  expect(msg({ message: 'Open', context: 'verb' }).id).toBe(
    macro({ message: 'Open', context: 'verb' }).id,
  );
});

test('Node says messages from the source, without a build, in production', () => {
  const code = `
    import { csvWords } from './src/bff/tracking/csv.ts';
    import { pushOf } from './src/bff/news/compose.ts';
    const { title, body } = pushOf({ kind: 'rejected', subject: 'transfer 1' }, { language: 'pt' });
    console.log([csvWords('es').headings.get('bank'), title, body].join('|'));`;
  const said = execFileSync(process.execPath, ['--input-type=module', '-e', code], {
    env: { NODE_ENV: 'production' },
    encoding: 'utf8',
  });
  expect(said.trim()).toBe(
    'Banco|Sua transferência foi recusada|O serviço de pagamentos não nos informa se o seu dinheiro volta: fale com o suporte.',
  );
});
