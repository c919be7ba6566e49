import { withQuery } from '../api/request.ts';

type Search = Record<string, string | undefined>;

/** Every address of the app. No page writes one by hand. */
export const paths = {
  signIn: (search?: { next?: string | undefined }) => withQuery('/sign-in', search),
  quote: (search?: Search) => withQuery('/', search),
  send: (search?: Search) => withQuery('/send', search),
  sending: (key: string) => `/sends/${key}`,
  recipients: (search?: Search) => withQuery('/recipients', search),
  newRecipient: (search?: Search) => withQuery('/recipients/new', search),
  recipient: (id: string) => `/recipients/${id}`,
  editRecipient: (id: string, search?: { next: string }) =>
    withQuery(`/recipients/${id}/edit`, search),
  transfers: (search?: Search) => withQuery('/transfers', search),
  transfer: (id: string) => `/transfers/${id}`,
  support: (search?: Search) => withQuery('/support', search),
  health: () => '/support/health',
};
