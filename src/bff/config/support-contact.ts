import * as z from 'zod/mini';
import type { Settings } from '../../contract/api/session.ts';

const address = /^[^\s@?&]+@[^\s@?&]+\.[^\s@?&]+$/;
const number = /^\+?\d[\d ().-]{3,30}$/;

/** The variables that say how people reach the operator's support. */
export const supportVariables = {
  SUPPORT_EMAIL: z.optional(
    z.string().check(z.regex(address, 'give one e-mail address, such as help@example.com')),
  ),
  SUPPORT_PHONE: z.optional(
    z.string().check(z.regex(number, 'give a phone number, such as +56 2 2345 6789')),
  ),
  SUPPORT_URL: z.optional(
    z.string().check(z.refine(isHttps, 'give an https:// address, such as https://example.com')),
  ),
};

type Given = { [name in keyof typeof supportVariables]?: string | undefined };

/** What the settings say of it; null for what is not configured. */
export function supportContact(given: Given): Settings['support'] {
  const { SUPPORT_EMAIL, SUPPORT_PHONE, SUPPORT_URL } = given;
  return { email: SUPPORT_EMAIL ?? null, phone: SUPPORT_PHONE ?? null, url: SUPPORT_URL ?? null };
}

function isHttps(url: string): boolean {
  return URL.canParse(url) && new URL(url).protocol === 'https:';
}
