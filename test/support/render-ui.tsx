import { i18n } from '@lingui/core';
import { I18nProvider } from '@lingui/react';
import { render } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import type { ReactElement, ReactNode } from 'react';
import { MemoryRouter } from 'react-router-dom';
import { messages } from '../../src/app/i18n/catalogues/en.po';

i18n.loadAndActivate({ locale: 'en', messages });

function Around({ children }: { children: ReactNode }) {
  return (
    <I18nProvider i18n={i18n}>
      <MemoryRouter>{children}</MemoryRouter>
    </I18nProvider>
  );
}

/** Renders a component among what every page has around it, with a user to act on it. */
export function renderUi(ui: ReactElement) {
  return { user: userEvent.setup(), ...render(ui, { wrapper: Around }) };
}
