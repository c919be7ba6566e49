import { setTimeout as pause } from 'node:timers/promises';
import type { FastifyInstance } from 'fastify';
import * as z from 'zod/mini';
import { accountRequest } from '../../contract/api/account-request.ts';
import {
  accountMarks,
  type DestinationAccount,
  destinationAccount,
  type MarkRequest,
  markRequest,
} from '../../contract/api/destination-account.ts';
import { apiPaths } from '../../contract/api/paths.ts';
import {
  maxRecentRecipients,
  type RecentRecipient,
  recentRecipients,
} from '../../contract/api/recent-recipient.ts';
import { memoizeWeak } from '../../contract/memoize-weak.ts';
import { viewerOf } from '../auth/access.ts';
import { type Viewer, visibleIds } from '../auth/viewer.ts';
import {
  type AccountMarkRow,
  accountMarks as ledgerMarks,
} from '../ledger/people/account-marks.ts';
import { lastSentTo } from '../ledger/sends/sends.ts';
import type { RouteDeps } from './deps.ts';
import { parseBody, parseId } from './parse.ts';

/** Memoized: the list can have thousands of accounts and few of them change. */
const textOf = memoizeWeak((account: DestinationAccount) =>
  JSON.stringify(z.encode(destinationAccount, account)),
);

/** How long the names may take to be read again. */
const maxWaitMs = 50;

/** Some of these are left out, because they are gone or no longer the person's. */
const maxRead = 50;

/** Destination accounts: list, those sent to lately, show, reveal unmasked to support, create, edit (contract 4.3), mark. */
export function accountRoutes(app: FastifyInstance, deps: RouteDeps) {
  const { accounts, config } = deps;
  const one = apiPaths.account(':id');

  app.get(apiPaths.accounts, async (request, reply) => {
    const list = await accounts.list(viewerOf(request, config));
    return reply.type('application/json').send(`[${list.map(textOf).join(',')}]`);
  });
  app.get(apiPaths.recentRecipients, async (request) => {
    const recent = await recentlySentTo(deps, viewerOf(request, config));
    return z.encode(recentRecipients, recent);
  });
  app.get(one, async (request) => {
    const id = parseId(request.params);
    const viewer = viewerOf(request, config);
    const account = await accounts.show(viewer, id);
    const arrival = deps.arrivalTimes.to(viewer, account);
    return z.encode(destinationAccount, { ...account, ...(arrival && { arrival }) });
  });
  app.post(apiPaths.reveals(':id'), async (request) => {
    const id = parseId(request.params);
    return z.encode(destinationAccount, await accounts.reveal(viewerOf(request, config), id));
  });
  app.post(apiPaths.accounts, async (request, reply) => {
    const body = parseBody(accountRequest, request.body);
    const account = await accounts.create(viewerOf(request, config), body);
    request.audited = { subject: `account ${account.id}` };
    return reply.code(201).send(z.encode(destinationAccount, account));
  });
  app.put(one, async (request) => {
    const id = parseId(request.params);
    const body = parseBody(accountRequest, request.body);
    return z.encode(destinationAccount, await accounts.edit(viewerOf(request, config), id, body));
  });
  app.put(apiPaths.marks(':id'), async (request) => {
    const id = parseId(request.params);
    const body = parseBody(markRequest, request.body);
    const marks = await accounts.mark(viewerOf(request, config), id, body);
    request.audited = { outcome: outcomeOf(body) };
    return z.encode(accountMarks, marks);
  });
}

/** For the audit: what was marked. */
function outcomeOf({ pinned, archived }: MarkRequest): string {
  const done = [
    pinned !== undefined && (pinned ? 'pinned' : 'unpinned'),
    archived !== undefined && (archived ? 'archived' : 'brought-back'),
  ];
  return done.filter(Boolean).join(', ') || 'done';
}

/** The recipients of the person's own latest sends, as far as they may see and pay them; pinned ones first. */
async function recentlySentTo(
  { db, recipients }: RouteDeps,
  viewer: Viewer,
): Promise<RecentRecipient[]> {
  const { user_id, canSee } = viewer;
  const [sent, visible, marks] = await Promise.all([
    lastSentTo(db, user_id, maxRead),
    visibleIds(db, viewer, 'account'),
    ledgerMarks(db, user_id, canSee === 'own' ? user_id : null),
  ]);
  if (sent.length === 0) return [];
  const marked = (isMarked: (mark: AccountMarkRow) => boolean) =>
    new Set(marks.filter(isMarked).map(({ account_id }) => account_id));
  const archived = marked(({ archived_at }) => archived_at !== null);
  const pinned = marked((mark) => mark.pinned_at !== null && mark.user_id === user_id);
  // The page waits for this, so it takes what is known rather than wait for the service.
  const known = await Promise.race([
    recipients.current(),
    pause(maxWaitMs, null, { ref: false }).then(() => recipients.known()),
  ]);
  const recent = sent.flatMap((row): RecentRecipient[] => {
    const recipient = known.get(row.destination_account_id);
    if (!recipient || (visible && !visible.has(recipient.id))) return [];
    if (archived.has(recipient.id)) return [];
    const { id, alias, category, country_id, country_code } = recipient;
    return [
      {
        ...{ id, alias, category, country_id, country_code },
        source_amount_cents: BigInt(row.source_amount_cents),
        source_amount_currency: row.source_amount_currency,
        destination_amount_currency: row.destination_amount_currency,
        sent_at: row.created_at,
      },
    ];
  });
  // A sort is stable: each part stays in the order of its sends.
  const place = ({ id }: RecentRecipient) => (pinned.has(id) ? 0 : 1);
  return recent.toSorted((a, b) => place(a) - place(b)).slice(0, maxRecentRecipients);
}
