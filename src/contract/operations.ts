import * as z from 'zod/mini';
import { bank } from './bank.ts';
import { country } from './country.ts';
import { currency } from './currency.ts';
import { accountRequest, destinationAccount } from './destination-account.ts';
import { paths } from './paths.ts';
import { simulation, simulationRequest } from './simulation.ts';
import { token, tokenRequest } from './token.ts';
import { transfer, transferRequest } from './transfer.ts';

/**
 * The 14 operations of the service (contract 4). `request` is the JSON body and `answer` the body of a
 * success; null when there is none or the contract does not show it.
 */
export const operations = {
  authorize: {
    method: 'POST',
    path: () => paths.authorize,
    auth: 'basic',
    request: null,
    answer: token,
  },
  refresh: {
    method: 'POST',
    path: () => paths.refresh,
    auth: 'basic',
    request: tokenRequest,
    answer: token,
  },
  deactivate: {
    method: 'DELETE',
    path: () => paths.destroy,
    auth: 'basic',
    request: tokenRequest,
    answer: null,
  },
  simulate: {
    method: 'GET',
    path: () => paths.simulate,
    auth: 'bearer',
    request: simulationRequest,
    answer: simulation,
  },
  createTransfer: {
    method: 'POST',
    path: () => paths.transfers,
    auth: 'bearer',
    request: transferRequest,
    answer: transfer,
  },
  showTransfer: {
    method: 'GET',
    path: paths.transfer,
    auth: 'bearer',
    request: null,
    answer: transfer,
  },
  listTransfers: {
    method: 'GET',
    path: () => paths.transfers,
    auth: 'bearer',
    request: null,
    answer: z.array(transfer),
  },
  createAccount: {
    method: 'POST',
    path: () => paths.createAccount,
    auth: 'bearer',
    request: accountRequest,
    answer: destinationAccount,
  },
  editAccount: {
    method: 'PUT',
    path: paths.editAccount,
    auth: 'bearer',
    request: accountRequest,
    answer: destinationAccount,
  },
  showAccount: {
    method: 'GET',
    path: paths.showAccount,
    auth: 'bearer',
    request: null,
    answer: destinationAccount,
  },
  listAccounts: {
    method: 'GET',
    path: () => paths.accounts,
    auth: 'bearer',
    request: null,
    answer: z.array(destinationAccount),
  },
  listCountries: {
    method: 'GET',
    path: () => paths.countries,
    auth: 'bearer',
    request: null,
    answer: z.array(country),
  },
  listCurrencies: {
    method: 'GET',
    path: () => paths.currencies,
    auth: 'bearer',
    request: null,
    answer: z.array(currency),
  },
  // contract 4.6 has a parameter `country_name` without saying where; it is sent in the query.
  listBanks: {
    method: 'GET',
    path: () => paths.banks,
    auth: 'bearer',
    request: null,
    answer: z.array(bank),
  },
} as const;
export type OperationName = keyof typeof operations;
