/** One colour for each colour scheme, as #rrggbb in lower case. */
export type Accent = { light: string; dark: string };

// The backgrounds of accent text, as in tokens.css. A test compares the two.
const surfaces = {
  light: { paper: '#f7f6f2', card: '#ffffff', sunk: '#efeee8', 'wait-soft': '#fbeed2' },
  dark: { paper: '#0e1211', card: '#161c1a', sunk: '#0a0e0d', 'wait-soft': '#33270d' },
} as const;
const minContrast = 4.5;

type Scheme = keyof typeof surfaces;

/**
 * What is wrong with a colour as accent, as a message for the operator; null when all contrasts
 * suffice.
 */
export function accentFault(scheme: Scheme, accent: string): string | null {
  const { 'accent-ink': ink, 'accent-soft': soft } = accentTokens(scheme, accent);
  const pairs = [
    { of: ink, on: accent, what: `the text on buttons, ${ink}` },
    // button.module.css brightens a hovered button by this factor.
    { of: ink, on: brighter(accent, 1.12), what: `the text on a button under the pointer, ${ink}` },
    { of: accent, on: soft, what: `its own tint, ${soft}, behind the current page’s name` },
    ...Object.entries(surfaces[scheme]).map(([name, on]) => {
      return { of: accent, on, what: `the page’s --${name}, ${on}` };
    }),
  ].map(({ of, on, what }) => ({ what, ratio: contrast(of, on) }));
  const [worst] = pairs.sort((a, b) => a.ratio - b.ratio);
  if (!worst || worst.ratio >= minContrast) return null;
  // Rounded down, so that 4.49 is not reported as 4.5.
  const ratio = (Math.floor(worst.ratio * 100) / 100).toFixed(2);
  const better = scheme === 'light' ? 'darker' : 'lighter';
  return `${accent} has a contrast of ${ratio}:1 with ${worst.what}; text needs ${minContrast}:1 (WCAG AA). Choose a ${better} colour`;
}

/** The tokens of tokens.css that follow from an accent, as #rrggbb by name. */
export function accentTokens(scheme: Scheme, accent: string) {
  return {
    accent,
    'accent-ink': scheme === 'light' ? '#ffffff' : mix(accent, '#000000', 0.16),
    'accent-soft': mix(accent, surfaces[scheme].card, 0.12),
  };
}

const channels = (hex: string) => [1, 3, 5].map((at) => Number.parseInt(hex.slice(at, at + 2), 16));

function hexOf(values: number[]): string {
  const hex = (value: number) => Math.min(255, Math.round(value)).toString(16).padStart(2, '0');
  return `#${values.map(hex).join('')}`;
}

const brighter = (color: string, factor: number) =>
  hexOf(channels(color).map((value) => value * factor));

function mix(color: string, into: string, share: number): string {
  const base = channels(into);
  return hexOf(channels(color).map((value, at) => value * share + (base[at] ?? 0) * (1 - share)));
}

/** The contrast ratio of two colours, 1 to 21 (WCAG 2.2). */
export function contrast(one: string, other: string): number {
  const [high = 0, low = 0] = [luminance(one), luminance(other)].sort((a, b) => b - a);
  return (high + 0.05) / (low + 0.05);
}

function luminance(color: string): number {
  const [r = 0, g = 0, b = 0] = channels(color).map((value) => {
    const part = value / 255;
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * r + 0.7152 * g + 0.0722 * b;
}
