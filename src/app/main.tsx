import { i18n } from '@lingui/core';
import { I18nProvider } from '@lingui/react';
import { QueryClientProvider } from '@tanstack/react-query';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { createBrowserRouter, RouterProvider } from 'react-router-dom';
import { createQueryClient } from './api/query-client.ts';
import { activate } from './i18n/activate.ts';
import { ownLocale } from './i18n/own-locale.ts';
import { keepShell } from './offline/keep-shell.ts';
import { createRoutes } from './routes.tsx';
import './ui/tokens.css';
import './ui/base.css';

const root = document.getElementById('root');
if (!root) throw new Error('index.html has no #root');

const client = createQueryClient();
// The first page's code and data are on their way while the catalogue loads.
const router = createBrowserRouter(createRoutes(client));
await activate(ownLocale());

createRoot(root).render(
  <StrictMode>
    <I18nProvider i18n={i18n}>
      <QueryClientProvider client={client}>
        <RouterProvider router={router} />
      </QueryClientProvider>
    </I18nProvider>
  </StrictMode>,
);

if (import.meta.env.PROD) keepShell();
