import * as z from 'zod/mini';
import type { Settings } from '../../contract/api/session.ts';
import { isHttpsUrl } from '../../contract/https-url.ts';

const address = /^[^\s@?&]+@[^\s@?&]+\.[^\s@?&]+$/;
const number = /^\+?\d[\d ().-]{3,30}$/;

/** The variables that say how people contact the operator's support. */
export const supportVariables = {
  SUPPORT_EMAIL: z.optional(
    z.string().check(z.regex(address, 'must be one email address, such as help@example.com')),
  ),
  SUPPORT_PHONE: z.optional(
    z.string().check(z.regex(number, 'must be a phone number, such as +56 2 2345 6789')),
  ),
  SUPPORT_URL: z.optional(
    z
      .string()
      .check(z.refine(isHttpsUrl, 'must be an https:// address, such as https://example.com/help')),
  ),
};

type Given = { [name in keyof typeof supportVariables]?: string | undefined };

/** The support contact of the settings; null for each variable that is not set. */
export function supportContact(given: Given): Settings['support'] {
  const { SUPPORT_EMAIL, SUPPORT_PHONE, SUPPORT_URL } = given;
  return { email: SUPPORT_EMAIL ?? null, phone: SUPPORT_PHONE ?? null, url: SUPPORT_URL ?? null };
}
