import { parseArgs } from 'node:util';
import { createSandbox } from './sandbox.ts';
import { scenarios } from './scenarios.ts';

const usage =
  'node src/sandbox/main.ts [--port 4000] [--host 127.0.0.1] [--transfers 0] [--token-lifetime 3600]';

const { values } = parseArgs({
  options: {
    port: { type: 'string', default: '4000' },
    host: { type: 'string', default: '127.0.0.1' },
    transfers: { type: 'string', default: '0' },
    'token-lifetime': { type: 'string', default: '3600' },
  },
});

const port = wholeNumber('port', values.port, 0, 65_535);
const sandbox = createSandbox({
  transfers: wholeNumber('transfers', values.transfers, 0, 1_000_000),
  token_lifetime_ms: 1000 * wholeNumber('token-lifetime', values['token-lifetime'], 1, 31_536_000),
});
const server = await sandbox.listen(port, values.host);

print(`The sandbox of the remittance service listens at ${server.url}`);
print(`Client ID ${sandbox.client_id}, secret key ${sandbox.client_secret}\n`);
print('Values that make it fail (amounts in whole units of the source currency):');
for (const { field, value, calls, effect } of scenarios) {
  print(`  ${field} ${value} · ${calls.join(', ')}: ${effect}`);
}

for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => server.close());

function print(line: string): void {
  process.stdout.write(`${line}\n`);
}

function wholeNumber(name: string, text: string, least: number, most: number): number {
  const number = /^\d+$/.test(text) ? Number(text) : Number.NaN;
  if (number >= least && number <= most) return number;
  process.stderr.write(`--${name} must be from ${least} to ${most}, not '${text}'\n${usage}\n`);
  process.exit(2);
}
