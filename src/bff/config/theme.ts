import * as z from 'zod/mini';
import { type Accent, accentFault } from './accent.ts';
import { type Logo, readLogo } from './logo.ts';
import { text } from './text.ts';

/** The operator's name, logo and accent colour, or Giro's own. */
export type Theme = { name: string; logo: Logo | null; accent: Accent | null };

const accent = (scheme: keyof Accent) =>
  z
    .string()
    .check(
      z.toLowerCase(),
      z.regex(/^#[0-9a-f]{6}$/, 'must be a colour such as #0b6e4f'),
      (given) => {
        const message = /^#[0-9a-f]{6}$/.test(given.value) && accentFault(scheme, given.value);
        if (message) given.issues.push({ code: 'custom', message, input: given.value });
      },
    );

const logo = z.pipe(
  text,
  z.transform((path, given) => {
    try {
      return readLogo(path);
    } catch (error) {
      const message = error instanceof Error ? error.message : String(error);
      given.issues.push({ code: 'custom', message, input: path });
      return z.NEVER;
    }
  }),
);

/** The variables of the operator's name, logo and colours. */
export const themeVariables = {
  THEME_NAME: z._default(text.check(z.maxLength(40, 'must have 40 characters or fewer')), 'Giro'),
  THEME_LOGO: z.optional(logo),
  THEME_ACCENT: z.optional(accent('light')),
  THEME_ACCENT_DARK: z.optional(accent('dark')),
};
