import { createHash, createHmac } from 'node:crypto';
import type { NewsKind } from '../../contract/api/news.ts';

/** The news that tell a link with a token. */
export type LinkKind = Extract<NewsKind, 'password-link' | 'invitation'>;

/** The token of the link that a news tells, by its kind and subject. */
export type LinkToken = (kind: LinkKind, subject: string) => string;

/**
 * Makes the token of a link: the HMAC of the news that tells it, 256 bits that are made again for each attempt to
 * mail it, so that nothing holds them.
 * @param secret of all instances on the ledger
 */
export const createLinkToken =
  (secret: string): LinkToken =>
  (kind, subject) =>
    createHmac('sha256', secret).update(`${kind}\0${subject}`).digest('base64url');

/** The hash of a token, by which the ledger knows it. */
export const hashOfToken = (token: string) =>
  createHash('sha256').update(token).digest('base64url');
