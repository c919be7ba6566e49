import * as z from 'zod/mini';
import { slowPage, visitsOf } from './alive.ts';
import { throttled, withBuiltGiro } from './built-giro.ts';
import type { Line } from './section.ts';

const name = 'quote by its address';
const tasks = 5;
/** Milliseconds: the page has been alive for long. */
const until = 5_000;

const event = z.object({
  name: z.string(),
  ph: z.string(),
  pid: z.number(),
  tid: z.number(),
  ts: z.number(),
  dur: z.optional(z.number()),
  args: z.optional(
    z.object({
      data: z.optional(
        z.object({ url: z.optional(z.string()), documentLoaderURL: z.optional(z.string()) }),
      ),
      name: z.optional(z.string()),
    }),
  ),
});
type TraceEvent = z.infer<typeof event>;
const trace = z.object({ traceEvents: z.array(z.unknown()) });

const lengthOf = ({ dur = 0 }: TraceEvent) => dur / 1000;

/** The longest tasks of one page that is opened by its address, and what each of them does for longest. */
export function traced(): Promise<Line[]> {
  return withBuiltGiro({}, async ({ url, browser }) => {
    const visit = (await visitsOf(browser, url)).find((one) => one.name === name);
    if (!visit) throw new Error(`no visit is called ${name}`);
    const page = await slowPage(browser, visit);
    const categories = [
      'devtools.timeline',
      'blink.user_timing',
      'v8',
      'disabled-by-default-devtools.timeline',
    ];
    await browser.startTracing(page, { categories });
    await page.goto(visit.url);
    await page.waitForTimeout(until);
    const { traceEvents } = trace.parse(JSON.parse((await browser.stopTracing()).toString()));
    await page.context().close();
    const events = traceEvents.flatMap((one) => event.safeParse(one).data ?? []);
    return linesOf(events);
  });
}

function linesOf(events: TraceEvent[]): Line[] {
  const begun = events.findLast(
    ({ name, args }) =>
      name === 'navigationStart' && args?.data?.documentLoaderURL?.startsWith('http'),
  );
  if (!begun) throw new Error('the trace has no navigation');
  const main = events.find(
    (one) => one.pid === begun.pid && one.args?.name === 'CrRendererMain',
  )?.tid;
  const own = events.filter(
    ({ pid, tid, ph, ts }) => pid === begun.pid && tid === main && ph === 'X' && ts >= begun.ts,
  );
  const longest = own
    .filter((one) => one.name === 'RunTask')
    .toSorted((a, b) => lengthOf(b) - lengthOf(a))
    .slice(0, tasks);
  return longest.map((task) => ({
    what: `${name}: task at ${((task.ts - begun.ts) / 1000).toFixed(0)} ms, ${throttled}`,
    value: `${lengthOf(task).toFixed(0)} ms`,
    ratio: partsOf(task, own),
  }));
}

/** What a task is made of: its longest parts, with the script that they belong to. */
function partsOf(task: TraceEvent, events: TraceEvent[]): string {
  const end = task.ts + (task.dur ?? 0);
  const within = events.filter(
    (one) => one !== task && one.ts >= task.ts && one.ts + (one.dur ?? 0) <= end,
  );
  const longest = within.toSorted((a, b) => lengthOf(b) - lengthOf(a)).slice(0, 3);
  return longest
    .map((one) => {
      const file = one.args?.data?.url?.split('/').at(-1)?.split('?', 1).join() ?? '';
      return `${one.name} ${file} ${lengthOf(one).toFixed(0)} ms`.replace('  ', ' ');
    })
    .join(', ');
}
