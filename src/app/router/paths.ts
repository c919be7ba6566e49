import { type PageId, type PathParams, pages } from '../../contract/api/pages.ts';
import { type Query, withQuery } from '../../contract/api/paths.ts';

/** The path of a page, by its folder. */
export function addressOf<Id extends PageId>(
  page: Id,
  params: Record<PathParams<Id>, string>,
  search?: Query,
): string;
export function addressOf(page: PageId, params: Query, search?: Query): string {
  const path = pages[page].path.replace(/:(\w+)/g, (_, name) => params[name] ?? '');
  return withQuery(path, search);
}

/** Every path that the app links to. */
export const paths = {
  signIn: (search?: { next?: string | undefined }) => addressOf('sign-in', {}, search),
  quote: (search?: Query) => addressOf('quote', {}, search),
  send: (search?: Query) => addressOf('send', {}, search),
  sendOutcome: (key: string) => addressOf('send/outcome', { key }),
  recipients: (search?: Query) => addressOf('recipients/list', {}, search),
  newRecipient: (search?: Query) => addressOf('recipients/new', {}, search),
  recipient: (id: string) => addressOf('recipients/show', { id }),
  editRecipient: (id: string, search?: { next: string }) =>
    addressOf('recipients/edit', { id }, search),
  transfers: (search?: Query) => addressOf('transfers/list', {}, search),
  transfer: (id: string) => addressOf('transfers/show', { id }),
  support: (search?: Query) => addressOf('support', {}, search),
  sender: (user: string) => addressOf('support/sender', { user }),
  health: () => addressOf('health', {}),
  settings: (search?: { next: string }) => addressOf('settings', {}, search),
  forgotPassword: () => addressOf('settings/forgot-password', {}),
  secondFactor: (search: { next: string | undefined }) =>
    addressOf('settings/second-factor', {}, search),
  people: (search?: Query) => addressOf('people/list', {}, search),
  invite: () => addressOf('people/invite', {}),
  person: (user: string) => addressOf('people/show', { user }),
  audit: (search?: Query) => addressOf('people/audit', {}, search),
  sandboxMail: () => addressOf('settings/sandbox-mail', {}),
};
