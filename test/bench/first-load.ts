import lighthouse, { type RunnerResult } from 'lighthouse';
import { withBuiltGiro } from './built-giro.ts';
import { type Line, median } from './section.ts';

const port = 9333;
const rounds = 3;

/** The sign-in and the quote page by Lighthouse's mobile preset: a slow 4G and a quarter of the processor. */
export function firstLoad(): Promise<Line[]> {
  const browserArguments = [`--remote-debugging-port=${port}`];
  return withBuiltGiro({ browserArguments }, async ({ url }) => {
    const cookie = await signedIn(url);
    return [
      ...(await page(`${url}/sign-in`, 'sign-in', {})),
      ...(await page(`${url}/`, 'quote', { cookie })),
    ];
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

async function page(
  url: string,
  name: string,
  extraHeaders: Record<string, string>,
): Promise<Line[]> {
  const runs: RunnerResult['lhr'][] = [];
  for (let round = 0; round < rounds; round += 1) {
    const result = await lighthouse(url, { port, extraHeaders, logLevel: 'silent' });
    if (!result) throw new Error(`Lighthouse says nothing of ${url}`);
    runs.push(result.lhr);
  }
  const middle = (id: string) =>
    median(runs.map(({ audits }) => audits[id]?.numericValue ?? Number.NaN));
  const score = (id: string) =>
    median(runs.map(({ categories }) => (categories[id]?.score ?? 0) * 100));
  const ms = (value: number) => `${value.toFixed(0)} ms`;
  return [
    {
      what: `${name}: largest paint, slow 4G and 4x CPU`,
      value: ms(middle('largest-contentful-paint')),
    },
    { what: `${name}: first paint`, value: ms(middle('first-contentful-paint')) },
    { what: `${name}: blocking time`, value: ms(middle('total-blocking-time')) },
    { what: `${name}: layout shift`, value: middle('cumulative-layout-shift').toFixed(3) },
    { what: `${name}: bytes`, value: `${(middle('total-byte-weight') / 1000).toFixed(1)} kB` },
    {
      what: `${name}: performance, accessibility, best practices`,
      value: ['performance', 'accessibility', 'best-practices']
        .map((id) => score(id).toFixed(0))
        .join(' '),
    },
  ];
}
