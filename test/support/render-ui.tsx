import { i18n } from '@lingui/core';
import { I18nProvider } from '@lingui/react';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { render } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import type { ReactElement, ReactNode } from 'react';
import { MemoryRouter } from 'react-router-dom';
import { messages } from '../../src/app/i18n/catalogues/en.po';

i18n.loadAndActivate({ locale: 'en', messages });

/** The app’s providers. */
export function Around({ children }: { children: ReactNode }) {
  return (
    <I18nProvider i18n={i18n}>
      <QueryClientProvider client={new QueryClient()}>
        <MemoryRouter>{children}</MemoryRouter>
      </QueryClientProvider>
    </I18nProvider>
  );
}

/** Renders a component inside the app's providers, with a user to act on it. */
export function renderUi(ui: ReactElement) {
  return { user: userEvent.setup(), ...render(ui, { wrapper: Around }) };
}
