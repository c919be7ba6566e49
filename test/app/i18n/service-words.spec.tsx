import { screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { activate, loadWords } from '../../../src/app/i18n/activate.ts';
import { useServiceWords } from '../../../src/app/i18n/service-words.ts';
import { messages as known } from '../../../src/contract/errors.ts';
import { renderUi } from '../../support/render-ui.tsx';

function Said({ words }: { words: string }) {
  return <p>{useServiceWords()(words)}</p>;
}

test.each([
  ['en', 'has already been taken', 'This is already used. Choose another.'],
  ['es', 'has already been taken', 'Ya está en uso. Elija otro.'],
  ['pt', 'must exist', 'O serviço de pagamentos não reconhece isto. Escolha de novo.'],
  ['es', known.rateNotAvailable, 'No hay tipo de cambio para este par en este momento.'],
  ['pt', 'is too long (maximum is 255 characters)', 'É longo demais (no máximo 255 caracteres).'],
  [
    'es',
    'Too big: expected string to have <=1000 characters',
    'Es demasiado largo (como máximo 1000 caracteres).',
  ],
  ['es', 'was there before this sending', 'La transferencia ya existía antes de este envío.'],
  ['es', 'is on a list of ours', 'is on a list of ours'],
  ['pt', 'constructor', 'constructor'],
] as const)('in %s the service’s "%s" is "%s"', async (locale, said, words) => {
  await loadWords('recipients', locale);
  await activate({ locale, numberLocale: locale });
  renderUi(<Said words={said} />);
  expect(screen.getByText(words)).toBeVisible();
});
