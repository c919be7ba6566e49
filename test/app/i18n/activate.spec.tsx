import { i18n } from '@lingui/core';
import { msg } from '@lingui/core/macro';
import { screen } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { activate, loadWords } from '../../../src/app/i18n/activate.ts';
import { useFormat } from '../../../src/app/i18n/use-format.ts';
import { renderUi } from '../../support/render-ui.tsx';

function Written({ at }: { at: string }) {
  const { locale, date, dateTime } = useFormat();
  return <p>{[locale, date(at), dateTime(at)].join(' | ')}</p>;
}

test('changes messages, document language and dates', async () => {
  await activate({ locale: 'en', numberLocale: 'en-GB' });
  expect(i18n.locale).toBe('en');
  expect(document.documentElement).toHaveAttribute('lang', 'en');
  renderUi(<Written at="2026-03-01T12:30:00" />);
  expect(screen.getByText('en-GB | 1 Mar 2026 | 1 Mar 2026, 12:30')).toBeVisible();
});

test('formats a moment of today to the second', async () => {
  await activate({ locale: 'en', numberLocale: 'en-GB' });
  const noon = new Date();
  noon.setHours(12, 2, 11);
  renderUi(<Written at={noon.toISOString()} />);
  expect(screen.getByText(/\| today 12:02:11$/)).toBeVisible();
});

test('loads the messages of a page that opens during a change of language', async () => {
  await activate({ locale: 'en', numberLocale: 'en' });
  const changed = activate({ locale: 'pt', numberLocale: 'pt-BR' });
  await loadWords('transfers', 'en');
  await changed;
  expect(i18n._(msg`Newest first`)).toBe('Mais recentes');
});

test('changes the language although a part of the catalogue failed to load', async () => {
  const noNetwork = () => {
    throw new Error('no network');
  };
  vi.doMock('../../../src/app/i18n/catalogues/en.po?words=health', noNetwork);
  vi.doMock('../../../src/app/i18n/catalogues/es.po?words=health', noNetwork);
  await expect(loadWords('health', 'en')).rejects.toThrow();
  await activate({ locale: 'es', numberLocale: 'es-CO' });
  expect(i18n.locale).toBe('es');
});
