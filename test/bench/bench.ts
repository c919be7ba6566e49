import { alive } from './alive.ts';
import { bff } from './bff.ts';
import { firstLoad } from './first-load.ts';
import { growth } from './growth.ts';
import { instances } from './instances.ts';
import { intents } from './intents.ts';
import { interactions } from './interactions.ts';
import { pages } from './pages.ts';
import { paintedRows } from './painted-rows.ts';
import { recipients } from './recipients.ts';
import { script } from './script.ts';
import { searches } from './searches.ts';
import type { Line, Section } from './section.ts';
import { sending } from './sending.ts';
import { sizes } from './sizes.ts';
import { traced } from './trace.ts';
import { tracking } from './tracking.ts';

// npm run bench runs every section, npm run bench -- NAME… some of them. `searches` is a part of `growth`.
const sections: Record<string, Section> = {
  intents,
  sending,
  tracking,
  recipients,
  'painted-rows': paintedRows,
  alive,
  trace: traced,
  'first-load': firstLoad,
  script,
  interactions,
  pages,
  bff,
  growth,
  searches,
  instances,
  sizes,
};

const names = process.argv.slice(2);
const unknown = names.filter((name) => !(name in sections));
if (unknown.length > 0) {
  say(`Unknown: ${unknown.join(', ')}. Choose from: ${Object.keys(sections).join(', ')}`);
  process.exit(2);
}

const lines: Line[] = [];
for (const [name, run] of Object.entries(sections)) {
  if (names.length === 0 ? name !== 'searches' : names.includes(name)) lines.push(...(await run()));
}
const width = (pick: (line: Line) => string) => Math.max(...lines.map((line) => pick(line).length));
const [whats, values] = [width(({ what }) => what), width(({ value }) => value)];
for (const { what, value, ratio = '' } of lines) {
  say(`${what.padEnd(whats)}  ${value.padStart(values)}  ${ratio}`.trimEnd());
}

function say(line: string) {
  process.stdout.write(`${line}\n`);
}
