import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import * as z from 'zod/mini';
import { approvalPaths } from '../../contract/api/approvals.ts';
import { auditFilePath } from '../../contract/api/audit.ts';
import { casePaths, transferCasePaths } from '../../contract/api/case.ts';
import { limitPaths } from '../../contract/api/limits.ts';
import { orderPaths } from '../../contract/api/order.ts';
import { accountPaths } from '../../contract/api/own-account.ts';
import { passkeyPaths } from '../../contract/api/passkeys.ts';
import { apiPaths } from '../../contract/api/paths.ts';
import { peoplePaths } from '../../contract/api/people.ts';
import { problemName } from '../../contract/api/problem.ts';
import { receiptPaths } from '../../contract/api/receipt.ts';
import { scheduledPaths } from '../../contract/api/scheduled-order.ts';
import { factorPaths } from '../../contract/api/second-factor.ts';
import { sendKey } from '../../contract/api/send-key.ts';
import { looksUp } from '../../contract/api/session.ts';
import { stepUpPaths } from '../../contract/api/step-up.ts';
import { viewsPath } from '../../contract/api/views.ts';
import { idPattern } from '../../contract/paths.ts';
import { type AccessRow, accessRow, nameOf } from '../auth/access-table.ts';
import { type AuditEntry, addAudit } from '../ledger/people/audit.ts';
import { isLedgerFailure } from '../ledger/store/ledger.ts';
import { isDataError } from '../ledger/store/ledger-error.ts';
import { ProblemError } from '../lib/problem.ts';
import { timestamp } from '../lib/timestamp.ts';
import type { RouteDeps } from './deps.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** What only the route can tell of its audit entry. */
    audited: {
      /** Another than the call's own. */
      action?: string;
      user_id?: string | null;
      subject?: string;
      outcome?: string;
      /** In place of one entry: one for each of several records that the call changed. */
      each?: { action: string; subject: string; outcome: string }[];
      /** The change wrote its entry itself, in its transaction. */
      isWritten?: true;
      /** Called after the entry is written. */
      onWritten?: () => void;
    } | null;
  }
}

const lookUp = 'look-up';
const search = 'search';
const reveal = 'reveal';
const exported = 'export';
const refusal = 'refused';

/** The audit's name of each call. A call without one is named by its method and path. */
const actions = new Map([
  [`POST ${apiPaths.session}`, 'sign-in'],
  [`GET ${apiPaths.oidcCallback}`, 'sign-in'],
  [`POST ${passkeyPaths.signIn}`, 'sign-in'],
  [`POST ${passkeyPaths.secondStep}`, 'sign-in'],
  [`DELETE ${apiPaths.session}`, 'sign-out'],
  [`PUT ${apiPaths.ownAccount}`, 'name-change'],
  [`PUT ${accountPaths.password}`, 'password-change'],
  [`DELETE ${accountPaths.sessions}`, 'session-end'],
  [`POST ${passkeyPaths.proofOptions}`, 'passkey-ask'],
  [`POST ${passkeyPaths.addOptions}`, 'passkey-ask'],
  [`POST ${passkeyPaths.own}`, 'passkey-add'],
  [`PUT ${passkeyPaths.own}`, 'passkey-rename'],
  [`DELETE ${passkeyPaths.own}`, 'passkey-remove'],
  [`POST ${accountPaths.passwordReset}`, 'password-reset'],
  [`POST ${factorPaths.signIn}`, 'sign-in-code'],
  [`POST ${factorPaths.signInTotp}`, 'factor-begin'],
  [`PUT ${factorPaths.signInTotp}`, 'factor-add'],
  [`POST ${factorPaths.totp}`, 'factor-begin'],
  [`PUT ${factorPaths.totp}`, 'factor-add'],
  [`DELETE ${factorPaths.totp}`, 'factor-remove'],
  [`POST ${factorPaths.recoveryCodes}`, 'recovery-codes'],
  [`POST ${accountPaths.acceptInvitation}`, 'user-accept'],
  [`POST ${apiPaths.people}`, 'user-invite'],
  [`POST ${peoplePaths.invitation(':user')}`, 'user-invite'],
  [`PUT ${peoplePaths.role(':user')}`, 'user-role'],
  [`PUT ${peoplePaths.access(':user')}`, 'user-access'],
  [`DELETE ${peoplePaths.sessions(':user')}`, 'user-sessions-end'],
  [`DELETE ${peoplePaths.secondFactor(':user')}`, 'factor-reset'],
  [`PUT ${limitPaths.of(':user')}`, 'limit-change'],
  [`POST ${apiPaths.accounts}`, 'create-account'],
  [`PUT ${apiPaths.account(':id')}`, 'edit-account'],
  [`PUT ${apiPaths.marks(':id')}`, 'mark-account'],
  [`POST ${apiPaths.reveals(':id')}`, reveal],
  [`GET ${apiPaths.supportSearch}`, search],
  [`GET ${apiPaths.transfers}`, search],
  [`POST ${apiPaths.transfersCsv}`, exported],
  [`POST ${auditFilePath}`, exported],
  [`POST ${apiPaths.transfers}`, 'send'],
  [`PUT ${orderPaths.hold}`, 'hold-change'],
  [`POST ${scheduledPaths.all}`, 'order-make'],
  [`PUT ${scheduledPaths.one(':key')}`, 'order-change'],
  [`POST ${scheduledPaths.pause(':key')}`, 'order-change'],
  [`POST ${scheduledPaths.skip(':key')}`, 'order-change'],
  [`POST ${scheduledPaths.day(':key')}`, 'order-change'],
  [`POST ${orderPaths.stop(':key')}`, 'order-stop'],
  [`POST ${orderPaths.stopForSupport(':key')}`, 'order-stop'],
  [`POST ${orderPaths.resume(':key')}`, 'order-resume'],
  [`POST ${approvalPaths.approve(':key')}`, 'order-approve'],
  [`POST ${approvalPaths.decline(':key')}`, 'order-decline'],
  [`PUT ${apiPaths.transferNotes(':id')}`, 'notes-change'],
  [`POST ${stepUpPaths.proof}`, 'step-up'],
  [`POST ${stepUpPaths.answer}`, 'step-up'],
  [`POST ${stepUpPaths.oidc}`, 'step-up'],
  [`POST ${apiPaths.settle(':key')}`, 'settle'],
  [`PUT ${casePaths.assignment(':key')}`, 'case-take'],
  [`DELETE ${casePaths.assignment(':key')}`, 'case-give-back'],
  [`PUT ${casePaths.wait(':key')}`, 'case-wait'],
  [`DELETE ${casePaths.wait(':key')}`, 'case-resume'],
  [`POST ${casePaths.notes(':key')}`, 'case-note'],
  [`POST ${transferCasePaths.case(':id')}`, 'case-open'],
  [`PUT ${transferCasePaths.assignment(':id')}`, 'case-take'],
  [`DELETE ${transferCasePaths.assignment(':id')}`, 'case-give-back'],
  [`PUT ${transferCasePaths.wait(':id')}`, 'case-wait'],
  [`DELETE ${transferCasePaths.wait(':id')}`, 'case-resume'],
  [`POST ${transferCasePaths.notes(':id')}`, 'case-note'],
  [`PUT ${transferCasePaths.done(':id')}`, 'case-done'],
  [`DELETE ${transferCasePaths.done(':id')}`, 'case-reopen'],
  [`POST ${viewsPath}`, 'view-save'],
  [`PUT ${viewsPath}`, 'view-change'],
  [`DELETE ${viewsPath}`, 'view-delete'],
  [`POST ${receiptPaths.issued(':id')}`, 'receipt-issue'],
  [`DELETE ${receiptPaths.issued(':id')}`, 'receipt-withdraw'],
  [`POST ${casePaths.proposal(':key')}`, 'settle-propose'],
  [`POST ${casePaths.confirmation(':key')}`, 'settle-confirm'],
  [`POST ${casePaths.decline(':key')}`, 'settle-decline'],
  [`POST ${casePaths.withdrawal(':key')}`, 'settle-withdraw'],
  [`PUT ${apiPaths.newsSettings}`, 'news-settings'],
  [`POST ${apiPaths.newsTest}`, 'news-test'],
  [`POST ${apiPaths.newsDevices}`, 'device-add'],
  [`DELETE ${apiPaths.newsDevices}`, 'device-remove'],
  [`POST ${apiPaths.unsubscribe(':key')}`, 'unsubscribe'],
]);

/** The audit entry of a look at a person. */
export const lookAtPerson = (user: string) => ({ action: lookUp, subject: `user ${user}` });

/**
 * Writes an audit entry, before the answer is sent, for each call that changes something or is refused,
 * and for each look of support or an auditor at a person's data, or file of the audit. These are refused when its entry can't be written.
 */
export function auditCalls(app: FastifyInstance, { db, now }: Pick<RouteDeps, 'db' | 'now'>) {
  const done = new WeakSet<FastifyRequest>();
  const visits = createVisits();
  app.decorateRequest('audited', null);

  app.addHook('onSend', async (request, reply, payload) => {
    // An error thrown here runs onSend a second time.
    if (done.has(request)) return payload;
    done.add(request);
    const entry = entryOf(request, reply, payload, timestamp(now()));
    if (!entry) return payload;
    try {
      await visits.write(entry, now(), () => addEach(db, entriesOf(entry, request)));
      request.audited?.onWritten?.();
    } catch (error) {
      const { action } = entry;
      // A change is already made, so it is answered. A look must leave an entry, so it is refused.
      const isRefused =
        [lookUp, search, reveal].includes(action) ||
        (action === exported && request.person?.role !== 'sender');
      // One line tells of a failing ledger, see watchLedger. What was done without an entry is logged each time.
      const isDone = reply.statusCode < 400 && !isRefused;
      if (isDone || !isLedgerFailure(error)) {
        request.log.error({ err: error, action }, 'audit: entry not written');
      }
      if (isRefused) {
        void reply.removeHeader('content-disposition');
        throw isLedgerFailure(error) || isDataError(error) ? error : new ProblemError('internal');
      }
    }
    return payload;
  });
}

/** Milliseconds. The pages of an open send, a sender and a case poll; after a longer pause a visit ends. */
const visitEndsAfterMs = 60_000;
const maxVisits = 10_000;

/** Groups the looks of one person at one send, transfer or sender into visits. Only the first look of a visit is written. */
function createVisits() {
  const lastLook = new Map<string, number>();
  /** Entries under way: a page makes its first calls at once. */
  const writing = new Map<string, Promise<void>>();
  const isLook = ({ action, outcome, subject }: AuditEntry) =>
    action === lookUp && outcome === 'done' && /^(send|transfer|user) /.test(subject ?? '');

  return {
    /** Writes an entry, unless it is another look of a visit, which it extends. @throws Error of the store */
    async write(entry: AuditEntry, time: number, add: () => Promise<void>): Promise<void> {
      if (!isLook(entry)) return add();
      const visit = `${entry.user_id} ${entry.subject}`;
      // If that entry fails, this look writes its own.
      while (writing.has(visit)) await writing.get(visit)?.catch(() => undefined);
      const last = lastLook.get(visit);
      if (last === undefined || time - last > visitEndsAfterMs) {
        const written = add().finally(() => writing.delete(visit));
        writing.set(visit, written);
        await written;
      }
      if (lastLook.size >= maxVisits) lastLook.clear();
      lastLook.set(visit, time);
    },
  };
}

function entryOf(
  request: FastifyRequest,
  reply: FastifyReply,
  payload: unknown,
  at: string,
): AuditEntry | null {
  const { audited, person } = request;
  const row = accessRow(request.method, request.routeOptions.url ?? '');
  // Calls without a session and calls over the rate limit must not fill the ledger.
  if (!row || (!person && !audited) || reply.statusCode === 429) return null;
  if (audited?.isWritten && reply.statusCode < 400) return null;
  const action = actionOf(row, request, reply);
  if (action === null) return null;
  const failed = reply.statusCode >= 400;
  return {
    at,
    user_id: person?.id ?? audited?.user_id ?? null,
    action,
    subject: action === refusal ? nameOf(row) : (audited?.subject ?? namedInPath(row, request)),
    outcome: failed ? problemOf(reply, payload) : (audited?.outcome ?? 'done'),
    request_id: request.id,
  };
}

/** The entry, or where the call changed several records one for each. */
function entriesOf(entry: AuditEntry, { audited }: FastifyRequest): AuditEntry[] {
  return audited?.each?.map((own) => ({ ...entry, ...own })) ?? [entry];
}

async function addEach(db: RouteDeps['db'], entries: readonly AuditEntry[]) {
  for (const entry of entries) await addAudit(db, entry);
}

function actionOf(row: AccessRow, request: FastifyRequest, reply: FastifyReply): string | null {
  if (reply.statusCode === 403) return refusal;
  if (request.audited?.action) return request.audited.action;
  if (request.audited || row.method !== 'GET') return actions.get(nameOf(row)) ?? nameOf(row);
  const { person } = request;
  return person && looksUp(person.role) && row.owned?.in === 'path' ? lookUp : null;
}

const named = z.object({
  id: z.optional(z.string().check(z.regex(idPattern))),
  key: z.optional(sendKey),
});

/** The subject, such as `transfer 9001`. Only a valid id or key is kept: a URL can contain any text. */
function namedInPath({ owned }: AccessRow, { params }: FastifyRequest): string | null {
  const parsed = z.safeParse(named, params);
  const id = parsed.data?.id ?? parsed.data?.key?.toLowerCase();
  if (!owned || id === undefined) return null;
  // The page of an order is at its id, as that of a send is at its key.
  return `${owned.kind === 'order' || owned.kind === 'approval' ? 'send' : owned.kind} ${id}`;
}

/** The name of the problem in the answer, or else its status. */
function problemOf(reply: FastifyReply, payload: unknown): string {
  const type = typeof payload === 'string' ? /^{"type":"([^"]+)"/.exec(payload)?.[1] : undefined;
  return (type && problemName(type)) || String(reply.statusCode);
}
