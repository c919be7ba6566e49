import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { parseEnv } from 'node:util';
import { describe, expect, test } from 'vitest';
import * as z from 'zod/mini';
import { runCommand } from '../src/bff/cli/cli.ts';
import { proofColumns } from '../src/bff/cli/proof-csv.ts';
import { readConfig, variableNames } from '../src/bff/config/config.ts';
import { auditColumns } from '../src/bff/routes/audit-log.ts';
import { proofResults } from '../src/bff/sends/proof-results.ts';
import { silentLog } from '../src/bff/service/log.ts';
import { columns, noteColumns, senderColumns } from '../src/bff/tracking/csv.ts';
import { nextSendState, type SendEvent, sendStates } from '../src/contract/api/send-states.ts';
import { oddities } from '../src/sandbox/oddities.ts';
import { scenarios } from '../src/sandbox/scenarios.ts';
import { sourceFiles } from './support/imports.ts';

// Checks that the README and docs/ are short, linked and true of the code.

const docs = readdirSync('docs')
  .filter((name) => name.endsWith('.md'))
  .map((name) => `docs/${name}`);
const documents = ['README.md', 'CHANGELOG.md', ...docs];
const textOf = (path: string) => readFileSync(path, 'utf8');
const manifest = z.parse(
  z.object({
    scripts: z.record(z.string(), z.string()),
    optionalDependencies: z.record(z.string(), z.string()),
  }),
  JSON.parse(textOf('package.json')),
);

/** The rows of the table under a heading row, as they are written. */
function rowsUnder(path: string, heads: string): string[] {
  const [, after] = textOf(path).split(`${heads}\n`);
  if (after === undefined) throw new Error(`${path} has no table '${heads}'`);
  const [, ...lines] = after.split('\n');
  return lines.slice(
    0,
    lines.findIndex((line) => !line.startsWith('|')),
  );
}

const codeIn = (text: string) => [...text.matchAll(/`([^`\n]+)`/g)].map(([, code = '']) => code);

test('the README has at most 1,200 words', () => {
  expect(textOf('README.md').split(/\s+/).filter(Boolean).length).toBeLessThanOrEqual(1_200);
});

test('docs/contributing.md shows a component test as it is, of at most 15 lines', () => {
  const [, shown = ''] = /```tsx\n([\s\S]*?)```/.exec(textOf('docs/contributing.md')) ?? [];
  expect(shown).toBe(textOf('test/app/pages/recipients/open-one.spec.tsx'));
  expect(shown.trimEnd().split('\n').length).toBeLessThanOrEqual(15);
});

test('docs/contributing.md leads through ten files, by names that are in them', () => {
  const rows = rowsUnder('docs/contributing.md', '| | file | look for | what happens there |');
  const steps = rows.map((row) => {
    const [, , file = '', names = ''] = row.split('|');
    return { path: codeIn(file).join(), names: codeIn(names) };
  });
  expect(steps).toHaveLength(10);
  expect(steps.filter(({ names }) => names.length === 0)).toEqual([]);
  const isIn = (path: string, name: string) =>
    new RegExp(`(?:function|const) ${name}\\b|async ${name}\\(`).test(textOf(path));
  const missing = steps.flatMap(({ path, names }) =>
    names.filter((name) => !isIn(path, name)).map((name) => `${name} in ${path}`),
  );
  expect(missing).toEqual([]);
});

test('the README links every document', () => {
  const unlinked = [...docs, 'CHANGELOG.md', 'LICENSE'].filter(
    (path) => !textOf('README.md').includes(`](${path})`),
  );
  expect(unlinked).toEqual([]);
});

test.each(documents)('%s names only paths that exist', (document) => {
  const named = codeIn(textOf(document)).filter((code) =>
    /^(src|test|docs|vite|\.ci|data)\/[\w./-]*$/.test(code),
  );
  const made = ['data/giro.db'];
  expect(named.filter((path) => !existsSync(path) && !made.includes(path))).toEqual([]);
});

test.each(documents)('%s names only scripts that exist', (document) => {
  const named = [...textOf(document).matchAll(/npm (?:run ([\w:]+)|(start|test)\b)/g)];
  const names = named.map(([, run, own]) => run ?? own ?? '');
  expect(names.filter((name) => manifest.scripts[name] === undefined)).toEqual([]);
});

test('the README says how to start and test', () => {
  expect(textOf('README.md')).toContain('npm start');
  expect(textOf('README.md')).toContain('npm test');
});

/** The anchors that GitHub gives the headings of a document. */
function anchorsOf(path: string): Set<string> {
  const heads = [...textOf(path).matchAll(/^#+ (.+)$/gm)].map(([, head = '']) => head);
  return new Set(
    heads.map((head) =>
      head
        .toLowerCase()
        .replace(/[^\p{L}\p{N}\s_-]/gu, '')
        .replaceAll(' ', '-'),
    ),
  );
}

test.each(documents)('%s links only files and headings that exist', (document) => {
  const links = [...textOf(document).matchAll(/(?:\]\(|srcset="|src=")([^)"]+)[)"]/g)]
    .map(([, target = '']) => target)
    .filter((target) => !target.startsWith('https://'));
  const broken = links.filter((target) => {
    const [file = '', anchor] = target.split('#');
    const path = file === '' ? document : join(dirname(document), file);
    return !existsSync(path) || (anchor !== undefined && !anchorsOf(path).has(anchor));
  });
  expect(broken).toEqual([]);
});

const inWords: Record<(typeof scenarios)[number]['field'], string> = {
  source_amount_cents: 'amount',
  alias: 'alias',
  city: 'city',
  bank_number: 'account number',
};

test('docs/sandbox.md lists every sentinel value, word for word', () => {
  const rows = scenarios.map(
    ({ value, field, calls, effect }) =>
      `| \`${value}\` | ${inWords[field]} | ${calls.join(', ')} | ${effect} |`,
  );
  expect(rowsUnder('docs/sandbox.md', '| type | in | calls | what happens |')).toEqual(rows);
});

test('docs/sandbox.md lists every odd answer, word for word', () => {
  const rows = oddities.map(({ name, effect }) => `| \`${name}\` | ${effect} |`);
  expect(rowsUnder('docs/sandbox.md', '| name | what happens |')).toEqual(rows);
});

test('docs/configuration.md lists every environment variable, and no other', () => {
  const text = textOf('docs/configuration.md');
  const rows = [...text.matchAll(/^\| `([A-Z_]+)` \|/gm)].map(([, name = '']) => name);
  expect(rows.toSorted()).toEqual(variableNames.toSorted());
  const named = codeIn(text).filter((code) => /^[A-Z][A-Z_]{3,}$/.test(code));
  const known = [...variableNames, 'NODE_EXTRA_CA_CERTS'];
  expect(named.filter((name) => !known.includes(name))).toEqual([]);
});

describe('.env.example', () => {
  const example = textOf('.env.example');
  const examples = [...example.matchAll(/^# \S.*\n#([A-Z_]+)=/gm)].map(([, name = '']) => name);

  test('has a line for each environment variable, and no other', () => {
    const rows = [...textOf('docs/configuration.md').matchAll(/^\| `([A-Z_]+)` \|/gm)];
    expect(examples.toSorted()).toEqual(rows.map(([, name = '']) => name).toSorted());
    expect(example.match(/^#[A-Z_]+=/gm)).toHaveLength(examples.length);
  });

  test('has no comment behind a value, which systemd would take as part of it', () => {
    expect(example.match(/^#?[A-Z_]+=.*([ \t]#|[ \t]$)/gm)).toBeNull();
  });

  test('is a valid configuration when all lines are uncommented', () => {
    const given = parseEnv(example.replace(/^#([A-Z_]+=)/gm, '$1'));
    const secret = { GIRO_SECRET: 'x'.repeat(32), THEME_LOGO: 'public/favicon.svg' };
    expect(() => readConfig({ ...given, ...secret })).not.toThrow();
    expect(Object.keys(given).toSorted()).toEqual(variableNames.toSorted());
  });
});

/** Read by the tests alone. */
const testVariables = ['CHROME_PATH', 'SEED'];

test.each(documents)('%s names only environment variables that exist', (document) => {
  const known = [...variableNames, ...testVariables, 'NODE_OPTIONS', 'NODE_EXTRA_CA_CERTS'];
  const named = codeIn(textOf(document)).filter((code) => /^[A-Z]+_[A-Z_]+$/.test(code));
  expect(named.filter((name) => !known.includes(name))).toEqual([]);
});

test('docs/operating.md lists every metric, and no other', () => {
  const metricsIn = (path: string) =>
    [...textOf(path).matchAll(/\bgiro_[a-z_]+/g)].map(([name]) => name);
  const registered = sourceFiles
    .filter((path) => /^src\/bff\/routes\/.*metrics\.ts$/.test(path))
    .flatMap(metricsIn);
  const rows = [...textOf('docs/operating.md').matchAll(/^\| `(giro_[a-z_]+)` \|/gm)];
  expect(registered.length).toBeGreaterThan(5);
  expect(rows.map(([, name = '']) => name).toSorted()).toEqual(registered.toSorted());
  const unknown = documents
    .filter((path) => path !== 'docs/configuration.md')
    .flatMap(metricsIn)
    .filter((name) => !registered.includes(name));
  expect(unknown).toEqual([]);
});

test('docs/operating.md names only lines that the server logs', () => {
  const rows = rowsUnder('docs/operating.md', '| line (`msg`) | level | fields |');
  const messages = rows.flatMap((row) => codeIn(row.split('|')[1] ?? ''));
  const server = sourceFiles.filter((file) => file.startsWith('src/bff/')).map(textOf);
  expect(messages.length).toBeGreaterThan(3);
  expect(messages.filter((one) => !server.some((code) => code.includes(`'${one}')`)))).toEqual([]);
});

test.each([
  ['| field | value |', [...columns, ...noteColumns, ...senderColumns]],
  ['| field of the audit | value |', [...auditColumns]],
  ['| field of the proof | value |', [...proofColumns]],
  ['| result | meaning | exit code |', Object.keys(proofResults)],
])('docs/operating.md lists every column of a CSV file under %s, and no other', (head, known) => {
  const rows = rowsUnder('docs/operating.md', head);
  const listed = rows.flatMap((row) => codeIn(row.split('|')[1] ?? ''));
  expect(listed.toSorted()).toEqual(known.map(String).toSorted());
});

test('docs/configuration.md shows every command and option of npm run giro', async () => {
  const said: string[] = [];
  await runCommand([], {
    ...{ env: {}, say: (line) => said.push(line), log: silentLog },
    ...{ readStdin: async () => '', now: () => 0 },
  });
  const usage = said.join('\n');
  const lines = [...usage.matchAll(/^ {2}([a-z-].*)$/gm)].map(([, line = '']) => line);
  const commands = lines.map((line) => line.split(/ {2,}| (?=[A-Z[-])/, 1).join());
  const options = usage.match(/--[a-z][a-z-]+/g) ?? [];
  expect(new Set(commands).size).toBeGreaterThan(10);
  const text = textOf('docs/configuration.md');
  const missing = [
    ...commands.filter((command) => !text.includes(`npm run giro -- ${command}`)),
    ...options.filter((option) => !text.includes(option)),
  ];
  expect(missing).toEqual([]);
  const shown = documents.flatMap((path) =>
    [...textOf(path).matchAll(/npm run giro -- ([^`#\n]+)/g)].map(([, command = '']) => command),
  );
  expect(
    shown.filter((one) => !commands.some((command) => `${one} `.startsWith(`${command} `))),
  ).toEqual([]);
});

const sendEvents: Record<SendEvent, true> = {
  answered: true,
  refusal: true,
  'not-written': true,
  lost: true,
  found: true,
  'gave-up': true,
  'resolved-sent': true,
  'resolved-not-sent': true,
  'resolved-by-words': true,
  'turned-up': true,
};
const isSendEvent = (event: string): event is SendEvent => event in sendEvents;

test('docs/sending-once.md lists each state with each that can follow, and no other', () => {
  const listed = rowsUnder('docs/sending-once.md', '| state | event | next |').flatMap((row) => {
    const [, states = '', , next] = row.split('|').map((cell) => cell.trim());
    return states.split(', ').map((state) => `${state} -> ${next}`);
  });
  const moves = sendStates.flatMap((state) =>
    Object.keys(sendEvents).flatMap((event) => {
      const next = isSendEvent(event) ? nextSendState(state, event) : null;
      return next === null ? [] : [`${state} -> ${next}`];
    }),
  );
  expect(moves.length).toBeGreaterThan(5);
  expect([...new Set(listed)].toSorted()).toEqual([...new Set(moves)].toSorted());
});

test('.nvmrc names the Node that the packages bring', () => {
  const versions = Object.values(manifest.optionalDependencies);
  expect([...new Set(versions)]).toEqual([textOf('.nvmrc').trim()]);
});
