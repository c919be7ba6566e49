import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';

const css = readFileSync(`${process.cwd()}/src/app/ui/tokens.css`, 'utf8');
const pairs = [...css.matchAll(/--([\w-]+): light-dark\((#[\da-f]{6}), (#[\da-f]{6})\)/g)];
const tokens = new Map(pairs.map(([, name, light, dark]) => [name, { light, dark }]));

/** Relative luminance (WCAG 2.2). */
function luminance(hex: string): number {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((start) => {
    const channel = Number.parseInt(hex.slice(start, start + 2), 16) / 255;
    return channel <= 0.04045 ? channel / 12.92 : ((channel + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

function contrast(one: string, other: string, theme: 'light' | 'dark'): number {
  const [a, b] = [one, other].map((name) => {
    const color = tokens.get(name)?.[theme];
    if (!color) throw new Error(`No token ${name}`);
    return luminance(color);
  });
  if (a === undefined || b === undefined) throw new Error('Two tokens are compared');
  return (Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05);
}

const text = [
  ...['ink', 'ink-2', 'accent', 'wait', 'done', 'stop'].flatMap((ink) =>
    ['paper', 'card'].map((ground) => [ink, ground] as const),
  ),
  ['ink', 'sunk'],
  ['ink-2', 'sunk'],
  ['accent', 'accent-soft'],
  ['ink', 'accent-soft'],
  ['ink-2', 'accent-soft'],
  ['accent-ink', 'accent'],
  ...[1, 2, 3, 4].map((tint) => [`tint-${tint}-ink`, `tint-${tint}`] as const),
  ['paper', 'ink'],
  ['team', 'team-soft'],
  ['team', 'card'],
  ['ink', 'team-soft'],
  ...['wait', 'done', 'stop'].flatMap(
    (tone) =>
      [
        [tone, `${tone}-soft`],
        ['ink', `${tone}-soft`],
        ['accent', `${tone}-soft`],
      ] as const,
  ),
] as const;

const edges = [
  ['line-strong', 'card'],
  ['team-line', 'card'],
  ['team-line', 'team-soft'],
  ['focus-color', 'team-soft'],
  ['focus-color', 'card'],
  ['focus-color', 'paper'],
] as const;

describe.each(['light', 'dark'] as const)('in the %s theme', (theme) => {
  test.each(text)('%s is readable on %s', (ink, ground) => {
    expect(contrast(ink, ground, theme)).toBeGreaterThanOrEqual(4.5);
  });

  test.each(edges)('%s is visible on %s', (edge, ground) => {
    expect(contrast(edge, ground, theme)).toBeGreaterThanOrEqual(3);
  });
});
