import lighthouse, { type RunnerResult } from 'lighthouse';
import { withBuiltGiro } from './built-giro.ts';
import { startEmptyPage } from './empty-page.ts';
import { type Line, median, ratio } from './section.ts';

const port = 9333;
const rounds = 3;

/**
 * Measures the sign-in and quote pages with Lighthouse's mobile preset (slow 4G, 4x CPU throttle). Ratios
 * are to an empty React page.
 */
export function firstLoad(): Promise<Line[]> {
  const browserArguments = [`--remote-debugging-port=${port}`];
  return withBuiltGiro({ browserArguments }, async ({ url }) => {
    const empty = await startEmptyPage();
    try {
      const base = await seen(empty.url, {});
      return [
        ...linesOf('empty page', base, base),
        ...linesOf('sign-in', await seen(`${url}/sign-in`, {}), base),
        ...linesOf('quote', await seen(`${url}/`, { cookie: await signedIn(url) }), base),
      ];
    } finally {
      empty.close();
    }
  });
}

async function signedIn(url: string): Promise<string> {
  const answer = await fetch(`${url}/api/session`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', origin: url },
    body: JSON.stringify({ email: 'sender@giro.example', password: 'sandbox' }),
  });
  return answer.headers.getSetCookie()[0]?.split(';')[0] ?? '';
}

type Look = { of: (audit: string) => number; scores: string };

async function seen(url: string, extraHeaders: Record<string, string>): Promise<Look> {
  const runs: RunnerResult['lhr'][] = [];
  for (let round = 0; round < rounds; round += 1) {
    const result = await lighthouse(url, { port, extraHeaders, logLevel: 'silent' });
    if (!result) throw new Error(`Lighthouse has no result for ${url}`);
    runs.push(result.lhr);
  }
  const score = (id: string) =>
    median(runs.map(({ categories }) => (categories[id]?.score ?? 0) * 100));
  return {
    of: (audit) => median(runs.map(({ audits }) => audits[audit]?.numericValue ?? Number.NaN)),
    scores: ['performance', 'accessibility', 'best-practices']
      .map((id) => score(id).toFixed(0))
      .join(' '),
  };
}

function linesOf(name: string, { of, scores }: Look, base: Look): Line[] {
  const ms = (what: string, audit: string): Line => ({
    what: `${name}: ${what}`,
    value: `${of(audit).toFixed(0)} ms`,
    ratio: ratio(of(audit), base.of(audit), 'the empty page'),
  });
  return [
    ms('largest paint, slow 4G and 4x CPU', 'largest-contentful-paint'),
    ms('first paint', 'first-contentful-paint'),
    { what: `${name}: blocking time`, value: `${of('total-blocking-time').toFixed(0)} ms` },
    { what: `${name}: layout shift`, value: of('cumulative-layout-shift').toFixed(3) },
    { what: `${name}: bytes`, value: `${(of('total-byte-weight') / 1000).toFixed(1)} kB` },
    { what: `${name}: performance, accessibility, best practices`, value: scores },
  ];
}
