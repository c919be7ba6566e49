import { screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { activate, loadWords } from '../../../src/app/i18n/activate.ts';
import {
  type RefusedField,
  useFieldWords,
  useServiceWords,
} from '../../../src/app/i18n/service-words.ts';
import type { AppLocale } from '../../../src/contract/api/languages.ts';
import { messages as known } from '../../../src/contract/errors.ts';
import { renderUi } from '../../support/render-ui.tsx';

type SaidProps = { words: string; field?: RefusedField };

function Said({ words, field }: SaidProps) {
  const ofWhole = useServiceWords();
  const ofField = useFieldWords();
  return <p>{field ? ofField(words, field) : ofWhole(words)}</p>;
}

async function speak(locale: AppLocale) {
  await loadWords('recipients', locale);
  await activate({ locale, numberLocale: locale });
}

test.each([
  ['es', known.rateNotAvailable, 'No hay tasa para estas monedas en este momento.'],
  ['pt', known.accountNotCreated, 'O serviço de pagamentos não aceitou este destinatário.'],
  [
    'es',
    'Too big: expected string to have <=1000 characters',
    'Es demasiado largo. Use como máximo 1000 caracteres.',
  ],
  [
    'es',
    'existed before this send',
    'Esta transferencia ya existía antes de que el remitente presionara Enviar.',
  ],
  ['es', 'amount must be round', 'El servicio de pagos dice: “amount must be round”'],
  ['pt', 'constructor', 'O serviço de pagamentos diz: “constructor”'],
] as const)('says in %s about the whole: %s', async (locale, said, words) => {
  await speak(locale);
  renderUi(<Said words={said} />);
  expect(screen.getByText(words)).toBeVisible();
});

const city = { label: 'Ciudad', missing: 'Ingrese la ciudad.' };
const bank = { label: 'Banco', missing: 'Escolha o banco.' };

test.each([
  ['es', 'has already been taken', city, '“Ciudad” ya está en uso. Elija otro.'],
  ['es', "can't be blank", city, 'Ingrese la ciudad.'],
  [
    'pt',
    'must exist',
    bank,
    'Escolha o banco. O serviço de pagamentos não reconhece a opção que você escolheu.',
  ],
  [
    'es',
    'is too long (maximum is 255 characters)',
    city,
    'Acorte “Ciudad” a 255 caracteres o menos.',
  ],
  ['es', 'is far away', city, 'El servicio de pagos dice sobre “Ciudad”: “is far away”'],
  ['pt', 'constructor', bank, 'O serviço de pagamentos diz sobre “Banco”: “constructor”'],
] as const)('says in %s about a field: %s', async (locale, said, field, words) => {
  await speak(locale);
  renderUi(<Said words={said} field={field} />);
  expect(screen.getByText(words)).toBeVisible();
});
