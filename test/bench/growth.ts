import { quotePath } from './bff.ts';
import { type Call, latencies, perSecond } from './load.ts';
import { type MeasuredGiro, type Person, startMeasured } from './measured-giro.ts';
import type { Line } from './section.ts';
import { type SeededService, startSeededService } from './seeded-service.ts';

const sizes = [100, 10_000, 100_000] as const;
const fewRecipients = 10;
const manyRecipients = 5_000;
const manyPeople = 200;
const firstAccount = 501;
const rounds = { warmUp: 10, measured: 100 };

/** Measures the same figures at growing sizes. Exponent 0: size has no effect; 1: proportional. */
export async function growth(): Promise<Line[]> {
  const byTransfers = new Map<string, Figure[]>();
  const lines: Line[] = [];
  for (const size of sizes) {
    const service = await startSeededService(size);
    try {
      for (const [what, value] of Object.entries(await atSize(service))) {
        byTransfers.set(what, [...(byTransfers.get(what) ?? []), { size, value }]);
      }
      // The sandbox has an account for every 20 transfers: only the largest size has enough.
      if (size === sizes.at(-1)) lines.push(...(await byRecipients(service)));
      if (size === sizes[0]) lines.push(...(await byPeople(service)));
    } finally {
      service.stop();
    }
  }
  return [...[...byTransfers].map(([what, figures]) => line(what, 'transfers', figures)), ...lines];
}

type Figure = { size: number; value: number };

async function atSize(service: SeededService): Promise<Record<string, number>> {
  const giro = await startMeasured(service, [{ role: 'support' }, { role: 'sender' }]);
  try {
    const [support = '', sender = ''] = giro.cookies;
    const ask = (path: string, cookie: string) => (): Call => ({
      url: giro.url,
      path,
      headers: { cookie },
    });
    const window = '/api/transfers?limit=50';
    const took = await latencies(
      {
        'a first window, ms': ask(window, support),
        'a window with a search, ms': ask(`${window}&q=garcia`, support),
        'a window of a sender without transfers, ms': ask(window, sender),
        'one transfer, ms': ask('/api/transfers/9001', support),
        'a quote, ms': ask(quotePath, sender),
        'totals, ms': ask('/api/support/totals', support),
      },
      rounds,
    );
    const figures = Object.entries(took).map(([what, { p50 }]) => [what, p50] as const);
    const windows = await perSecond(ask(window, support)(), { seconds: 3 });
    return {
      ...Object.fromEntries(figures),
      'windows a second': windows,
      'memory, MB': giro.memory(),
    };
  } finally {
    await giro.stop();
  }
}

async function byRecipients(service: SeededService): Promise<Line[]> {
  const owning = (count: number): Person => ({
    role: 'sender',
    recipients: Array.from({ length: count }, (_, index) => String(firstAccount + index)),
  });
  const values = new Map<string, Figure[]>();
  for (const size of [fewRecipients, manyRecipients]) {
    const giro = await startMeasured(service, [owning(size)]);
    try {
      const headers = { cookie: giro.cookies[0] ?? '' };
      const ask = (path: string) => (): Call => ({ url: giro.url, path, headers });
      const took = await latencies(
        {
          'the list of recipients, ms': ask('/api/destination_accounts'),
          'one recipient, ms': ask(`/api/destination_accounts/${firstAccount}`),
          'a first window of their transfers, ms': ask('/api/transfers?limit=50'),
        },
        { warmUp: 3, measured: 20 },
      );
      for (const [what, { p50: value }] of Object.entries(took)) {
        values.set(what, [...(values.get(what) ?? []), { size, value }]);
      }
    } finally {
      await giro.stop();
    }
  }
  return [...values].map(([what, figures]) => line(what, 'recipients', figures));
}

async function byPeople(service: SeededService): Promise<Line[]> {
  const people = Array.from({ length: manyPeople }, (): Person => ({ role: 'sender' }));
  const giro = await startMeasured(service, people);
  try {
    const figures = [
      { size: 1, value: await quoteBy(giro, 1) },
      { size: manyPeople, value: await quoteBy(giro, manyPeople) },
    ];
    return [line('a quote by each in turn, ms', 'people', figures)];
  } finally {
    await giro.stop();
  }
}

async function quoteBy({ url, cookies }: MeasuredGiro, people: number): Promise<number> {
  const quote = (turn: number): Call => ({
    url,
    path: quotePath,
    headers: { cookie: cookies[turn % people] ?? '' },
  });
  return (await latencies({ quote }, { warmUp: 50, measured: 400 })).quote?.p50 ?? 0;
}

function line(what: string, of: string, figures: readonly Figure[]): Line {
  const [first, last] = [figures.at(0), figures.at(-1)];
  if (!first || !last) throw new Error(`nothing measured: ${what}`);
  const exponent = Math.log(last.value / first.value) / Math.log(last.size / first.size);
  const at = figures.map(({ size }) => size.toLocaleString('en')).join(' / ');
  return {
    what: `${what}, at ${at} ${of}`,
    value: figures.map(({ value }) => written(value)).join(' / '),
    ratio: `exponent ${exponent.toFixed(2)}`,
  };
}

const written = (value: number) => (value < 100 ? value.toFixed(2) : value.toFixed(0));
