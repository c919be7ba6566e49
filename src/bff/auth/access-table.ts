import { approvalPaths } from '../../contract/api/approvals.ts';
import { auditFilePath } from '../../contract/api/audit.ts';
import { casePaths, transferCasePaths } from '../../contract/api/case.ts';
import { limitPaths } from '../../contract/api/limits.ts';
import { orderPaths } from '../../contract/api/order.ts';
import { accountPaths } from '../../contract/api/own-account.ts';
import { pageAddresses } from '../../contract/api/pages.ts';
import { passkeyPaths } from '../../contract/api/passkeys.ts';
import { apiPaths, manifestPath, themeFile } from '../../contract/api/paths.ts';
import { peoplePaths } from '../../contract/api/people.ts';
import { receiptPaths } from '../../contract/api/receipt.ts';
import { scheduledPaths } from '../../contract/api/scheduled-order.ts';
import { factorPaths } from '../../contract/api/second-factor.ts';
import type { Audience } from '../../contract/api/session.ts';
import { statementPaths } from '../../contract/api/statement.ts';
import { stepUpPaths } from '../../contract/api/step-up.ts';
import { viewsPath } from '../../contract/api/views.ts';

/** Who may call a route: anyone, any signed-in person, or an audience. */
type Access = 'anyone' | 'signed-in' | Audience;

/**
 * The kind of owned record that a call is about, and where its id is. A record of another person is
 * answered with 404, as one that does not exist. Support and auditors see all.
 */
type Owned =
  | { kind: 'account' | 'transfer' | 'send' | 'order'; in: 'path' | 'list' | 'body' }
  /** Of anybody: an order that waits for a second person. */
  | { kind: 'approval'; in: 'path' };

export type AccessRow = {
  method: 'GET' | 'POST' | 'PUT' | 'DELETE';
  /** The route's pattern, exactly as it is registered. A GET row also covers HEAD. */
  path: string;
  access: Access;
  owned?: Owned;
  /** Other sites may call it, as mail programs do: its address is the proof, and it reads no cookie. */
  anySite?: true;
  /** Senders only where the operator lets them approve for each other: SENDERS_APPROVE. */
  whereSendersApprove?: true;
  /** Only some configurations have the route. */
  optional?: true;
};

const transferCase = { access: 'support', owned: { kind: 'transfer', in: 'path' } } as const;
const changedOrder = { access: 'sender', owned: { kind: 'order', in: 'path' } } as const;
const toApprove = { access: 'sender-or-approver', whereSendersApprove: true } as const;
const approvalInPath = { ...toApprove, owned: { kind: 'approval', in: 'path' } } as const;
const sendInPath = { kind: 'send', in: 'path' } as const;

/**
 * Every route of the server and who may call it. The server does not start with a route without a row,
 * or a row without a route. To add a route, add its row: the tests of roles, ownership and cross-site
 * calls are generated from it. If the call needs a body, add one in test/security/role-table.ts.
 */
export const accessTable: readonly AccessRow[] = [
  { method: 'GET', path: '/healthz', access: 'anyone' },
  { method: 'GET', path: '/readyz', access: 'anyone' },
  // From this machine or with METRICS_TOKEN: the route itself checks.
  { method: 'GET', path: '/metrics', access: 'anyone' },
  ...pageAddresses.map(
    (path) => ({ method: 'GET', path, access: 'anyone', optional: true }) as const,
  ),
  { method: 'GET', path: '/shell', access: 'anyone', optional: true },
  { method: 'GET', path: '/sw.js', access: 'anyone', optional: true },
  { method: 'GET', path: '/*', access: 'anyone', optional: true },
  { method: 'GET', path: themeFile(':file'), access: 'anyone', optional: true },
  { method: 'GET', path: manifestPath, access: 'anyone' },

  { method: 'GET', path: apiPaths.settings, access: 'anyone' },
  { method: 'POST', path: apiPaths.session, access: 'anyone' },
  { method: 'DELETE', path: apiPaths.session, access: 'anyone' },
  { method: 'GET', path: apiPaths.session, access: 'signed-in' },
  { method: 'GET', path: apiPaths.ownAccount, access: 'signed-in' },
  { method: 'PUT', path: apiPaths.ownAccount, access: 'signed-in' },
  { method: 'PUT', path: accountPaths.password, access: 'signed-in' },
  // Ends only sessions of the person, whatever the body names.
  { method: 'DELETE', path: accountPaths.sessions, access: 'signed-in' },
  // A sign-in by passkey: the options are the same for everybody.
  { method: 'POST', path: passkeyPaths.signInOptions, access: 'anyone' },
  { method: 'POST', path: passkeyPaths.signIn, access: 'anyone' },
  // The challenge of a right password is the proof.
  { method: 'POST', path: passkeyPaths.secondStepOptions, access: 'anyone' },
  { method: 'POST', path: passkeyPaths.secondStep, access: 'anyone' },
  // Only passkeys of the person, whatever the body names.
  { method: 'POST', path: passkeyPaths.proofOptions, access: 'signed-in' },
  { method: 'POST', path: passkeyPaths.addOptions, access: 'signed-in' },
  { method: 'POST', path: passkeyPaths.own, access: 'signed-in' },
  { method: 'PUT', path: passkeyPaths.own, access: 'signed-in' },
  { method: 'DELETE', path: passkeyPaths.own, access: 'signed-in' },
  // Who forgot their password is not signed in: the answer is the same for every address.
  { method: 'POST', path: accountPaths.passwordLink, access: 'anyone', optional: true },
  // The token of the link is the proof.
  { method: 'POST', path: accountPaths.passwordReset, access: 'anyone', optional: true },
  // The challenge of a right password is the proof.
  { method: 'GET', path: factorPaths.signIn, access: 'anyone' },
  { method: 'POST', path: factorPaths.signIn, access: 'anyone' },
  { method: 'POST', path: factorPaths.signInTotp, access: 'anyone' },
  { method: 'PUT', path: factorPaths.signInTotp, access: 'anyone' },
  { method: 'GET', path: factorPaths.own, access: 'signed-in' },
  { method: 'POST', path: factorPaths.totp, access: 'signed-in' },
  { method: 'PUT', path: factorPaths.totp, access: 'signed-in' },
  { method: 'DELETE', path: factorPaths.totp, access: 'signed-in' },
  { method: 'POST', path: factorPaths.recoveryCodes, access: 'signed-in' },
  // The token of the link is the proof.
  { method: 'POST', path: accountPaths.checkInvitation, access: 'anyone' },
  { method: 'POST', path: accountPaths.acceptInvitation, access: 'anyone' },
  { method: 'GET', path: apiPaths.people, access: 'admin' },
  { method: 'POST', path: apiPaths.people, access: 'admin' },
  { method: 'GET', path: apiPaths.person(':user'), access: 'admin' },
  // Not of oneself, and never of the last admin: the change checks it in its transaction.
  { method: 'PUT', path: peoplePaths.role(':user'), access: 'admin' },
  { method: 'PUT', path: peoplePaths.access(':user'), access: 'admin' },
  { method: 'DELETE', path: peoplePaths.sessions(':user'), access: 'admin' },
  { method: 'DELETE', path: peoplePaths.secondFactor(':user'), access: 'admin' },
  { method: 'GET', path: limitPaths.of(':user'), access: 'admin' },
  { method: 'PUT', path: limitPaths.of(':user'), access: 'admin' },
  { method: 'POST', path: peoplePaths.invitation(':user'), access: 'admin' },
  { method: 'GET', path: apiPaths.audit, access: 'admin-or-auditor' },
  { method: 'POST', path: auditFilePath, access: 'admin-or-auditor' },
  { method: 'GET', path: apiPaths.oidc, access: 'anyone', optional: true },
  { method: 'GET', path: apiPaths.oidcCallback, access: 'anyone', optional: true },
  { method: 'GET', path: apiPaths.oidcSignOut, access: 'anyone', optional: true },

  { method: 'GET', path: apiPaths.countries, access: 'sender-approver-support-or-auditor' },
  { method: 'GET', path: apiPaths.currencies, access: 'sender-approver-support-or-auditor' },
  { method: 'GET', path: apiPaths.banks, access: 'sender-approver-support-or-auditor' },
  { method: 'GET', path: apiPaths.quotes, access: 'sender' },
  { method: 'GET', path: apiPaths.rates, access: 'sender' },

  {
    method: 'GET',
    path: apiPaths.accounts,
    access: 'sender-support-or-auditor',
    owned: { kind: 'account', in: 'list' },
  },
  // Of the person's own sends: a colleague of a team gets another list.
  { method: 'GET', path: apiPaths.recentRecipients, access: 'sender' },
  {
    method: 'GET',
    path: apiPaths.account(':id'),
    access: 'sender-support-or-auditor',
    owned: { kind: 'account', in: 'path' },
  },
  {
    method: 'POST',
    path: apiPaths.reveals(':id'),
    access: 'support-or-auditor',
    owned: { kind: 'account', in: 'path' },
  },
  { method: 'POST', path: apiPaths.accounts, access: 'sender' },
  {
    method: 'PUT',
    path: apiPaths.account(':id'),
    access: 'sender',
    owned: { kind: 'account', in: 'path' },
  },
  {
    method: 'PUT',
    path: apiPaths.marks(':id'),
    access: 'sender',
    owned: { kind: 'account', in: 'path' },
  },

  {
    method: 'GET',
    path: apiPaths.transfers,
    access: 'sender-support-or-auditor',
    owned: { kind: 'transfer', in: 'list' },
  },
  {
    method: 'POST',
    path: apiPaths.transfersCsv,
    access: 'sender-support-or-auditor',
    owned: { kind: 'transfer', in: 'list' },
  },
  { method: 'GET', path: apiPaths.transferEvents, access: 'sender-support-or-auditor' },
  {
    method: 'GET',
    path: apiPaths.transfer(':id'),
    access: 'sender-support-or-auditor',
    owned: { kind: 'transfer', in: 'path' },
  },
  // Only of what the person sent: the change checks it.
  {
    method: 'PUT',
    path: apiPaths.transferNotes(':id'),
    access: 'sender',
    owned: { kind: 'transfer', in: 'path' },
  },
  {
    method: 'POST',
    path: apiPaths.transfers,
    access: 'sender',
    owned: { kind: 'account', in: 'body' },
  },

  {
    method: 'POST',
    path: receiptPaths.issued(':id'),
    access: 'sender',
    owned: { kind: 'transfer', in: 'path' },
  },
  {
    method: 'DELETE',
    path: receiptPaths.issued(':id'),
    access: 'sender',
    owned: { kind: 'transfer', in: 'path' },
  },
  // The code is the proof: it tells no more than the receipt, and the state now.
  { method: 'POST', path: receiptPaths.verify, access: 'anyone' },
  { method: 'GET', path: receiptPaths.keys, access: 'anyone' },

  { method: 'GET', path: apiPaths.supportSearch, access: 'support-or-auditor' },
  { method: 'GET', path: apiPaths.supportTotals, access: 'support-or-auditor' },
  { method: 'GET', path: apiPaths.supportHealth, access: 'support-or-auditor' },
  { method: 'GET', path: apiPaths.resolved, access: 'support-or-auditor' },
  { method: 'GET', path: apiPaths.cases, access: 'support-or-auditor' },
  { method: 'POST', path: apiPaths.cases, access: 'support' },
  // Of the person alone, also where a team shares its transfers.
  { method: 'GET', path: statementPaths.own, access: 'sender' },
  { method: 'GET', path: statementPaths.ownFile, access: 'sender' },
  { method: 'GET', path: statementPaths.of(':user'), access: 'support-or-auditor' },
  { method: 'GET', path: statementPaths.fileOf(':user'), access: 'support-or-auditor' },

  { method: 'GET', path: apiPaths.sender(':user'), access: 'support-or-auditor' },
  { method: 'GET', path: apiPaths.senderSends(':user'), access: 'support-or-auditor' },

  { method: 'GET', path: stepUpPaths.proof, access: 'sender-or-approver' },
  // A challenge is bound to the person and session that asked for it.
  { method: 'POST', path: stepUpPaths.proof, access: 'sender-or-approver' },
  { method: 'POST', path: stepUpPaths.answer, access: 'sender-or-approver' },
  { method: 'POST', path: stepUpPaths.oidc, access: 'sender-or-approver', optional: true },
  {
    method: 'GET',
    path: apiPaths.sends,
    access: 'sender-support-or-auditor',
    owned: { kind: 'send', in: 'list' },
  },
  {
    method: 'GET',
    path: apiPaths.send(':key'),
    access: 'sender-support-or-auditor',
    owned: { kind: 'send', in: 'path' },
  },
  // Of the person alone.
  { method: 'GET', path: limitPaths.own, access: 'sender' },
  { method: 'GET', path: orderPaths.hold, access: 'sender' },
  { method: 'PUT', path: orderPaths.hold, access: 'sender' },
  {
    method: 'GET',
    path: scheduledPaths.all,
    access: 'sender-support-or-auditor',
    owned: { kind: 'order', in: 'list' },
  },
  {
    method: 'POST',
    path: scheduledPaths.all,
    access: 'sender',
    owned: { kind: 'account', in: 'body' },
  },
  {
    method: 'GET',
    path: scheduledPaths.one(':key'),
    access: 'sender-support-or-auditor',
    owned: { kind: 'order', in: 'path' },
  },
  // Only of what the person made: the changes check it.
  { ...changedOrder, method: 'PUT', path: scheduledPaths.one(':key') },
  { ...changedOrder, method: 'POST', path: scheduledPaths.pause(':key') },
  { ...changedOrder, method: 'POST', path: scheduledPaths.skip(':key') },
  { ...changedOrder, method: 'POST', path: scheduledPaths.day(':key') },
  { method: 'POST', path: orderPaths.stop(':key'), access: 'sender', owned: sendInPath },
  { method: 'POST', path: orderPaths.resume(':key'), access: 'sender', owned: sendInPath },
  { method: 'POST', path: orderPaths.stopForSupport(':key'), access: 'support', owned: sendInPath },
  { ...toApprove, method: 'GET', path: approvalPaths.all },
  { ...approvalInPath, method: 'GET', path: approvalPaths.one(':key') },
  // Never of one's own: the change checks it in its transaction.
  { ...approvalInPath, method: 'POST', path: approvalPaths.approve(':key') },
  { ...approvalInPath, method: 'POST', path: approvalPaths.decline(':key') },
  {
    method: 'GET',
    path: apiPaths.candidates(':key'),
    access: 'support-or-auditor',
    owned: { kind: 'send', in: 'path' },
  },
  {
    method: 'POST',
    path: apiPaths.settle(':key'),
    access: 'support',
    owned: { kind: 'send', in: 'path' },
  },
  {
    method: 'GET',
    path: casePaths.case(':key'),
    access: 'support-or-auditor',
    owned: { kind: 'send', in: 'path' },
  },
  {
    method: 'PUT',
    path: casePaths.assignment(':key'),
    access: 'support',
    owned: { kind: 'send', in: 'path' },
  },
  {
    method: 'DELETE',
    path: casePaths.assignment(':key'),
    access: 'support',
    owned: { kind: 'send', in: 'path' },
  },
  {
    method: 'PUT',
    path: casePaths.wait(':key'),
    access: 'support',
    owned: { kind: 'send', in: 'path' },
  },
  {
    method: 'DELETE',
    path: casePaths.wait(':key'),
    access: 'support',
    owned: { kind: 'send', in: 'path' },
  },
  {
    method: 'POST',
    path: casePaths.notes(':key'),
    access: 'support',
    owned: { kind: 'send', in: 'path' },
  },
  {
    method: 'POST',
    path: casePaths.proposal(':key'),
    access: 'support',
    owned: { kind: 'send', in: 'path' },
  },
  // Never of one's own: the change checks it in its transaction.
  {
    method: 'POST',
    path: casePaths.confirmation(':key'),
    access: 'support',
    owned: { kind: 'send', in: 'path' },
  },
  {
    method: 'POST',
    path: casePaths.decline(':key'),
    access: 'support',
    owned: { kind: 'send', in: 'path' },
  },
  // Only of one's own.
  {
    method: 'POST',
    path: casePaths.withdrawal(':key'),
    access: 'support',
    owned: { kind: 'send', in: 'path' },
  },

  {
    method: 'GET',
    path: transferCasePaths.case(':id'),
    access: 'support-or-auditor',
    owned: { kind: 'transfer', in: 'path' },
  },
  { ...transferCase, method: 'POST', path: transferCasePaths.case(':id') },
  { ...transferCase, method: 'PUT', path: transferCasePaths.assignment(':id') },
  { ...transferCase, method: 'DELETE', path: transferCasePaths.assignment(':id') },
  { ...transferCase, method: 'PUT', path: transferCasePaths.wait(':id') },
  { ...transferCase, method: 'DELETE', path: transferCasePaths.wait(':id') },
  { ...transferCase, method: 'POST', path: transferCasePaths.notes(':id') },
  { ...transferCase, method: 'PUT', path: transferCasePaths.done(':id') },
  { ...transferCase, method: 'DELETE', path: transferCasePaths.done(':id') },

  // A person's own, and what support shares for those who look up; a view of anybody else is answered with 404.
  { method: 'GET', path: viewsPath, access: 'signed-in' },
  { method: 'POST', path: viewsPath, access: 'signed-in' },
  { method: 'PUT', path: viewsPath, access: 'signed-in' },
  { method: 'DELETE', path: viewsPath, access: 'signed-in' },

  { method: 'GET', path: apiPaths.newsSettings, access: 'signed-in' },
  { method: 'PUT', path: apiPaths.newsSettings, access: 'signed-in' },
  { method: 'POST', path: apiPaths.newsDevices, access: 'signed-in' },
  { method: 'DELETE', path: apiPaths.newsDevices, access: 'signed-in' },
  { method: 'POST', path: apiPaths.newsTest, access: 'signed-in' },
  { method: 'GET', path: apiPaths.unsubscribe(':key'), access: 'anyone' },
  { method: 'POST', path: apiPaths.unsubscribe(':key'), access: 'anyone', anySite: true },
  { method: 'GET', path: apiPaths.sandboxMail, access: 'signed-in', optional: true },
];

/** The name of a row, such as `POST /api/session`. */
export const nameOf = ({ method, path }: Pick<AccessRow, 'method' | 'path'>) => `${method} ${path}`;

const rows = new Map(accessTable.map((row) => [nameOf(row), row]));

/** The row of a route, or undefined when it has none. */
export function accessRow(method: string, path: string): AccessRow | undefined {
  return rows.get(`${method === 'HEAD' ? 'GET' : method} ${path}`);
}
