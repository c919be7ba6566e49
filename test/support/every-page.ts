import { allPages, pageAt } from '../../src/contract/api/pages.ts';
import { isFor, type Role } from '../../src/contract/api/session.ts';
import { addOrder } from './add-order.ts';
import { someOfEach } from './at-length.ts';
import { callerOf } from './caller-of.ts';
import { openPage, startGiro } from './journey.ts';
import { addRecipient, addWallet, asShown } from './recipients.ts';
import { signInUnseen } from './sign-in.ts';

export type Ids = Record<
  'wallet' | 'bank' | 'bankCountry' | 'transfer' | 'sendKey' | 'openKey' | 'orderKey' | 'person',
  string
>;

const amount = {
  source_amount_cents: '100000',
  source_amount_currency: 'CLP',
  destination_amount_currency: 'ETH',
};

/** Addresses of every page of the role. */
export function pagesOf({ wallet, bank, bankCountry, transfer, ...ids }: Ids) {
  const { sendKey, openKey, orderKey, person } = ids;
  const figures = new URLSearchParams({ ...amount, country_id: '33' });
  // Pages without an id in their path are taken from the manifest.
  const plain = (role: Role) =>
    allPages
      .filter(([, { role: audience = 'anyone' }]) => audience === 'anyone' || isFor(audience, role))
      .map(([, { path }]) => path)
      // Senders approve only where the operator lets them.
      .filter((path) => path !== '/approve' || role === 'approver')
      .filter((path) => !/[:*]/.test(path));
  const both = [
    `/recipients/${wallet}`,
    `/recipients/${bank}`,
    `/sends/${sendKey}`,
    `/sends/${openKey}`,
    '/transfers?state=pending',
    `/transfers?destination_account_id=${wallet}`,
    `/transfers/${transfer}`,
    '/transfers/999999',
    '/no-such-page',
  ];
  return {
    sender: [
      '/',
      `/?${figures}`,
      `/?${figures}&destination_account_id=${wallet}`,
      `/recipients/new?country_id=${bankCountry}`,
      `/recipients/new?copy=${bank}`,
      `/recipients/${bank}/edit`,
      `/recipients/${wallet}/edit`,
      `/send?${figures}`,
      `/send?${figures}&destination_account_id=${bank}`,
      `/send?${figures}&destination_account_id=${bank}&key=${crypto.randomUUID()}`,
      `/send?${figures}&destination_account_id=${wallet}&key=${sendKey}`,
      `/scheduled/${orderKey}/edit`,
      '/support',
      ...both,
      ...plain('sender').filter((path) => path !== '/'),
    ],
    support: [
      '/support',
      '/support?q=Cold',
      `/support?q=${transfer}`,
      `/support?recipient=${wallet}`,
      `/support/people/${person}`,
      `/support/people/${person}/statement`,
      '/',
      ...both,
      ...plain('support').filter((path) => path !== '/support'),
    ],
    approver: [
      '/approve',
      `/approve/${orderKey}`,
      ...plain('approver').filter((path) => path !== '/approve'),
    ],
    auditor: [
      '/audit',
      `/audit?subject=transfer+${transfer}`,
      `/support?q=${transfer}`,
      `/support/people/${person}`,
      '/',
      ...both,
      ...plain('auditor').filter((path) => path !== '/audit'),
    ],
    admin: [
      '/people',
      '/people?role=sender&status=active',
      `/people/${person}`,
      '/',
      ...plain('admin').filter((path) => path !== '/people'),
    ],
  };
}

/**
 * The role's addresses in their order: the first, all of the way to a transfer, and of each other page one by the
 * run's seed. At length all of them.
 */
export function someOfEachPage(ids: Ids, role: Role): string[] {
  const [first = '/', ...others] = pagesOf(ids)[role];
  return [first, ...someOfEach(others, kindOf, () => 1)];
}

/** Whether a page is on the way to a transfer, on which money is sent. */
export const isStep = (folder: string): boolean => folder === 'quote' || folder.startsWith('send');

/** What shows much the same: the addresses of a page, unless each is another step to a transfer or finds nothing. */
function kindOf(path: string): string {
  const folder = pageAt(new URL(path, 'http://giro'))?.folder;
  return folder === undefined || isStep(folder) || path.endsWith('/999999') ? path : folder;
}

/** Starts Giro with a bank account, a wallet and a transfer, one that stays unconfirmed where wanted, and one that is scheduled unless not wanted. The sandbox's clock stops, so that nothing changes. */
export async function startWithTransfer({ isOneOpen = false, isOneScheduled = true } = {}) {
  const now = Date.now();
  const { url } = await startGiro({ sandbox: { clock: { now: () => now } } });
  const page = await openPage(url, { serviceWorkers: 'block' });
  await signInUnseen(page, 'sender');
  const caller = callerOf(page);
  const bank = await addRecipient(caller);
  const wallet = await addWallet(caller);
  const { user } = (await caller.call('GET', '/api/session')).body;
  const sendKey = crypto.randomUUID();
  const body = await asShown(caller, { ...amount, destination_account_id: wallet.id });
  const sent = await caller.call('POST', '/api/transfers', body, { 'idempotency-key': sendKey });
  const openKey = crypto.randomUUID();
  // The sandbox refuses this amount without saying that nothing was sent.
  const open = { ...amount, source_amount_cents: '422', destination_account_id: wallet.id };
  const headers = { 'idempotency-key': openKey };
  if (isOneOpen) await caller.call('POST', '/api/transfers', await asShown(caller, open), headers);
  const orderKey = crypto.randomUUID();
  if (isOneScheduled) await addOrder(caller, orderKey, bank.id);
  const ids: Ids = {
    ...{ bank: bank.id, bankCountry: bank.country.id, wallet: wallet.id },
    ...{ transfer: sent.body.id, sendKey, openKey, orderKey, person: user.id },
  };
  return { url, page, ids };
}
