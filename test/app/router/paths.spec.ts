import { matchRoutes } from 'react-router-dom';
import { expect, test } from 'vitest';
import { createQueryClient } from '../../../src/app/api/query-client.ts';
import { paths } from '../../../src/app/router/paths.ts';
import { createRoutes } from '../../../src/app/routes.tsx';

const routes = createRoutes(createQueryClient());
const key = '6f1c1c52-9f0e-4a0e-8d3e-2f7f5a1b9c11';

const addresses: Record<keyof typeof paths, [address: string, route: string]> = {
  signIn: [paths.signIn({ next: '/transfers' }), '/sign-in'],
  quote: [paths.quote({ country_id: '1' }), '/'],
  send: [paths.send({ country_id: '1' }), '/send'],
  sending: [paths.sending(key), '/sends/:key'],
  recipients: [paths.recipients({ q: 'ana' }), '/recipients'],
  newRecipient: [paths.newRecipient(), '/recipients/new'],
  recipient: [paths.recipient('12'), '/recipients/:id'],
  editRecipient: [paths.editRecipient('12'), '/recipients/:id/edit'],
  transfers: [paths.transfers({ state: 'pending' }), '/transfers'],
  transfer: [paths.transfer('12'), '/transfers/:id'],
  support: [paths.support({ recipient: '12' }), '/support'],
  health: [paths.health(), '/support/health'],
};

test.each(Object.entries(addresses))(
  'paths.%s leads to its own route',
  (_name, [address, route]) => {
    const { pathname } = new URL(address, 'http://localhost');
    expect(matchRoutes(routes, pathname)?.at(-1)?.route.path).toBe(route);
  },
);

test('an address that no builder makes leads to the catch-all', () => {
  expect(matchRoutes(routes, '/nowhere')?.at(-1)?.route.path).toBe('*');
});
