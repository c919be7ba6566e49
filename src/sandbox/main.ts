import { parseArgs } from 'node:util';
import { oddities } from './oddities.ts';
import { createSandbox } from './sandbox.ts';
import { scenarios } from './scenarios.ts';

const usage =
  'node src/sandbox/main.ts [--port 4000] [--host 127.0.0.1] [--transfers 0] [--token-lifetime 3600] [--edits merge|replace] [--all-banks] [--odd NAME,NAME]';

const { values } = parseArgs({
  options: {
    port: { type: 'string', default: '4000' },
    host: { type: 'string', default: '127.0.0.1' },
    transfers: { type: 'string', default: '0' },
    'token-lifetime': { type: 'string', default: '3600' },
    odd: { type: 'string', default: '' },
    edits: { type: 'string', default: 'merge' },
    'all-banks': { type: 'boolean', default: false },
  },
});

const port = wholeNumber('port', values.port, 0, 65_535);
const sandbox = createSandbox({
  edits: oneOf('edits', values.edits, ['merge', 'replace']),
  filters_banks: !values['all-banks'],
  transfers: wholeNumber('transfers', values.transfers, 0, 300_000),
  token_lifetime_ms: 1000 * wholeNumber('token-lifetime', values['token-lifetime'], 1, 31_536_000),
  odd: namedOddities(values.odd),
});
const server = await sandbox.listen(port, values.host);

print(`The sandbox of the remittance service listens at ${server.url}`);
print(`Client ID ${sandbox.client_id}, secret key ${sandbox.client_secret}\n`);
print('Values that trigger failures (amounts in whole units of the source currency):');
for (const { field, value, calls, effect } of scenarios) {
  print(`  ${field} ${value} · ${calls.join(', ')}: ${effect}`);
}

print('\nOdd answers (--odd NAME,NAME):');
for (const { name, effect } of oddities) print(`  ${name}: ${effect}`);

for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => server.close());

function print(line: string): void {
  process.stdout.write(`${line}\n`);
}

function wholeNumber(name: string, text: string, least: number, most: number): number {
  const number = /^\d+$/.test(text) ? Number(text) : Number.NaN;
  if (number >= least && number <= most) return number;
  return refuse(`--${name} must be from ${least} to ${most}, not '${text}'`);
}

function namedOddities(text: string) {
  const names = text.split(',').filter(Boolean);
  return names.map((name) => {
    const known = oddities.find((one) => one.name === name);
    return known?.name ?? refuse(`--odd has no '${name}'`);
  });
}

function refuse(message: string): never {
  process.stderr.write(`${message}\n${usage}\n`);
  process.exit(2);
}

function oneOf<Choice extends string>(name: string, text: string, choices: Choice[]): Choice {
  const choice = choices.find((one) => one === text);
  return choice ?? refuse(`--${name} must be ${choices.join(' or ')}, not '${text}'`);
}
