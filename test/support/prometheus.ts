import * as z from 'zod/mini';

// As much of Prometheus as the rules in deploy/alerts.yml need: it throws at anything else.

type Rule = { alert: string; expr: string; for: string; severity: string };
type Labels = Readonly<Record<string, string>>;
type Sample = { name: string; labels: Labels; value: number };
/** What Prometheus read at one time, in seconds. */
export type Scrape = { at: number; samples: readonly Sample[] };

const lines = [
  /^#.*$/,
  /^groups:$/,
  /^ {2}- name: giro$/,
  /^ {4}rules:$/,
  /^ {6}- (?<key>alert): (?<value>\w+)$/,
  /^ {8}(?<key>expr): '(?<value>[^']+)'$/,
  /^ {8}(?<key>for): (?<value>\d+[sm])$/,
  /^ {8}labels:$/,
  /^ {10}(?<key>severity): (?<value>critical|warning)$/,
  /^ {8}annotations:$/,
  /^ {10}summary: "[^"\\]+"$/,
  /^ {10}runbook: "[^"\\]+"$/,
];
const ruleShape = z.object({
  ...{ alert: z.string(), expr: z.string() },
  ...{ for: z.string(), severity: z.string() },
});

/** The rules of a file in block style, with one line for each value. @throws Error at any other YAML */
export function readRules(text: string): Rule[] {
  const found: Record<string, string>[] = [];
  for (const line of text.trimEnd().split('\n')) {
    const match = lines.map((known) => known.exec(line)).find((one) => one !== null);
    if (!match) throw new Error(`not a line of a rule: ${line}`);
    const { key = '', value = '' } = match.groups ?? {};
    if (key === 'alert') found.push({});
    const rule = found.at(-1);
    if (key !== '' && rule) rule[key] = value;
  }
  return found.map((rule) => z.parse(ruleShape, rule));
}

/** Reads the text format of /metrics. A scrape that failed is null, and only has `up`. */
export function readScrape(text: string | null, at: number, instance = 'giro:3000'): Scrape {
  const own = { job: 'giro', instance };
  const up = { name: 'up', labels: own, value: text === null ? 0 : 1 };
  const samples = (text ?? '')
    .split('\n')
    .filter((line) => line !== '' && !line.startsWith('#'))
    .map((line) => {
      const [, name = '', given = '', value] = /^(\w+)(?:\{(.*)\})? (\S+)$/.exec(line) ?? [];
      if (value === undefined) throw new Error(`not a sample: ${line}`);
      const labels = [...given.matchAll(/(\w+)="([^"]*)"/g)].map(([, key = '', of = '']) => [
        key,
        of,
      ]);
      return { name, labels: { ...own, ...Object.fromEntries(labels) }, value: Number(value) };
    });
  return { at, samples: [up, ...samples] };
}

/** The names of all metrics in an expression, also of Grafana. */
export const metricsIn = (expr: string): string[] =>
  [...expr.matchAll(/\b(?:up|(?:giro|process|nodejs)_\w+)\b(?!")/g)].map(([name]) => name);

/** The samples that an expression finds at the last scrape. @throws Error at an expression that it doesn't know */
export function evaluate(expr: string, scrapes: readonly Scrape[]): Sample[] {
  const [first = '', ...others] = expr.split(/ (?=(?:and|unless) on \()/);
  return others.reduce(
    (found, other) => {
      const [, operator, labels = '', right = ''] =
        /^(and|unless) on \(([\w, ]*)\) (.*)$/.exec(other) ?? [];
      const names = labels.split(',').map((name) => name.trim());
      const sameAs = compare(right, scrapes).map(({ labels: of }) => keyOf(of, names));
      return found.filter(
        ({ labels: of }) => sameAs.includes(keyOf(of, names)) === (operator === 'and'),
      );
    },
    compare(first, scrapes),
  );
}

const keyOf = (labels: Labels, names: readonly string[]) =>
  names.map((name) => labels[name] ?? '').join('\n');

const comparisons: Record<string, (a: number, b: number) => boolean> = {
  '>': (a, b) => a > b,
  '<': (a, b) => a < b,
  '==': (a, b) => a === b,
};

function compare(expr: string, scrapes: readonly Scrape[]): Sample[] {
  const [, operand = '', operator = '', number = ''] =
    /^(.+) (>|<|==) (-?\d+(?:\.\d+)?)$/.exec(expr) ?? [];
  const holds = comparisons[operator];
  if (!holds) throw new Error(`not a comparison: ${expr}`);
  return valuesOf(operand, scrapes).filter(({ value }) => holds(value, Number(number)));
}

function valuesOf(operand: string, scrapes: readonly Scrape[]): Sample[] {
  const [, inside] = /^abs\((.+)\)$/.exec(operand) ?? [];
  if (inside !== undefined) {
    return select(inside, scrapes.at(-1)).map((one) => ({ ...one, value: Math.abs(one.value) }));
  }
  const [, ranged, minutes] = /^increase\((.+)\[(\d+)m\]\)$/.exec(operand) ?? [];
  if (ranged === undefined) return select(operand, scrapes.at(-1));
  const last = scrapes.at(-1);
  const window = scrapes.filter(({ at }) => (last?.at ?? 0) - at <= Number(minutes) * 60);
  // As in Prometheus, a counter that is seen once has no increase.
  return select(ranged, last).flatMap((sample) => {
    const before = window
      .slice(0, -1)
      .flatMap((scrape) => select(ranged, scrape))
      .find(({ name, labels }) => name === sample.name && sameLabels(labels, sample.labels));
    return before ? [{ ...sample, value: sample.value - before.value }] : [];
  });
}

const sameLabels = (a: Labels, b: Labels) =>
  JSON.stringify(Object.entries(a).sort()) === JSON.stringify(Object.entries(b).sort());

function select(selector: string, scrape: Scrape | undefined): Sample[] {
  const [, name, given = ''] = /^(\w+)(?:\{(.+)\})?$/.exec(selector) ?? [];
  if (name === undefined) throw new Error(`not a selector: ${selector}`);
  const matchers = given === '' ? [] : given.split(',').map(matcher);
  return (scrape?.samples ?? []).filter(
    (sample) => sample.name === name && matchers.every((matches) => matches(sample.labels)),
  );
}

function matcher(text: string): (labels: Labels) => boolean {
  const [, label = '', operator, value] = /^(\w+)(=|!=)"([^"]*)"$/.exec(text) ?? [];
  if (operator === undefined) throw new Error(`not a matcher: ${text}`);
  return (labels) => (labels[label] === value) === (operator === '=');
}
