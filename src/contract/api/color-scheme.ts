/** The colour schemes that a person can choose, in the order of the colours in index.html. */
export const colorSchemes = ['light', 'dark'] as const;

export type ColorScheme = (typeof colorSchemes)[number];

/**
 * The cookie with the scheme that a person chose on this device, one of `colorSchemes`; without it the device decides.
 * The app writes it, so it is not HttpOnly.
 */
export const colorSchemeCookie = 'giro-color-scheme';

/** The scheme in a cookie or an attribute; undefined for none, and for what is no scheme. */
export function colorSchemeOf(text: string | undefined): ColorScheme | undefined {
  return colorSchemes.find((scheme) => scheme === text);
}
