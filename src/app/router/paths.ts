import { type PageId, type PathParams, pages } from '../../contract/api/pages.ts';
import { type Query, withQuery } from '../../contract/api/paths.ts';

/** The path of a page, by its folder. */
function pathOf<Id extends PageId>(
  page: Id,
  params: Record<PathParams<Id>, string>,
  search?: Query,
): string;
function pathOf(page: PageId, params: Query, search?: Query): string {
  const path = pages[page].path.replace(/:(\w+)/g, (_, name) => params[name] ?? '');
  return withQuery(path, search);
}

/** Every path that the app links to. */
export const paths = {
  signIn: (search?: { next?: string | undefined }) => pathOf('sign-in', {}, search),
  quote: (search?: Query) => pathOf('quote', {}, search),
  send: (search?: Query) => pathOf('send', {}, search),
  sendOutcome: (key: string) => pathOf('send/outcome', { key }),
  scheduled: () => pathOf('scheduled', {}),
  /** @param search `day`: only that day of it is changed */
  editScheduled: (key: string, search?: { day: string | undefined }) =>
    pathOf('scheduled/edit', { key }, search),
  approvals: () => pathOf('approve', {}),
  approval: (key: string) => pathOf('approve/show', { key }),
  recipients: (search?: Query) => pathOf('recipients/list', {}, search),
  newRecipient: (search?: Query) => pathOf('recipients/new', {}, search),
  recipient: (id: string) => pathOf('recipients/show', { id }),
  editRecipient: (id: string, search?: { next: string }) =>
    pathOf('recipients/edit', { id }, search),
  transfers: (search?: Query) => pathOf('transfers/list', {}, search),
  statement: (search?: Query) => pathOf('transfers/statement', {}, search),
  transfer: (id: string) => pathOf('transfers/show', { id }),
  support: (search?: Query) => pathOf('support', {}, search),
  cases: (search?: { order: string }) => pathOf('support/cases', {}, search),
  resolved: () => pathOf('support/resolved', {}),
  sender: (user: string) => pathOf('support/sender', { user }),
  senderStatement: (user: string, search?: Query) => pathOf('support/statement', { user }, search),
  health: () => pathOf('health', {}),
  settings: () => pathOf('settings', {}),
  profile: () => pathOf('settings/profile', {}),
  security: (search?: { next: string }) => pathOf('settings/security', {}, search),
  limits: () => pathOf('settings/limits', {}),
  notifications: () => pathOf('settings/notifications', {}),
  appearance: () => pathOf('settings/appearance', {}),
  forgotPassword: () => pathOf('settings/forgot-password', {}),
  secondFactor: (search: { next: string | undefined }) =>
    pathOf('settings/second-factor', {}, search),
  people: (search?: Query) => pathOf('people/list', {}, search),
  invite: () => pathOf('people/invite', {}),
  person: (user: string) => pathOf('people/show', { user }),
  audit: (search?: Query) => pathOf('people/audit', {}, search),
  sandboxMail: () => pathOf('settings/sandbox-mail', {}),
};
