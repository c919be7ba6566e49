import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseSync } from 'vite';
import { expect, test } from 'vitest';

// Every string that a person reads must use a Lingui macro, or it is never translated.

// Elements whose text is either a macro already or, as in <kbd>, the same in every language.
const exempt = new Set(['Trans', 'Plural', 'Select', 'SelectOrdinal', 'kbd']);

/** Attributes and object properties whose value a person reads or hears. */
const readAttribute =
  /^(aria-(label|description|roledescription|valuetext|placeholder)|title|placeholder|alt|label|\w+Label|hint|warning|error|term|note|text)$/;
const readProperty = /^(title|label|placeholder|hint|term|note|text|message)$/;

const names = ['Giro'];

type Node = { type: string } & Record<string, unknown>;

const isNode = (value: unknown): value is Node =>
  typeof value === 'object' && value !== null && 'type' in value && typeof value.type === 'string';

const nodesIn = (value: unknown): Node[] => [value].flat().filter(isNode);

const nameOf = (node: unknown): string => {
  const [named] = nodesIn(node);
  return String(named?.name ?? named?.value ?? '');
};

function isWords(text: unknown): text is string {
  if (typeof text !== 'string') return false;
  return /\p{L}/u.test(names.reduce((rest, name) => rest.replaceAll(name, ''), text));
}

/** The string literals that an expression can evaluate to. */
function stringsOf(node: unknown): string[] {
  const [value] = nodesIn(node);
  switch (value?.type) {
    case 'Literal':
      return [value.value].filter(isWords);
    case 'TemplateLiteral':
      return nodesIn(value.quasis)
        .map(({ value: quasi }) => quasi)
        .map((quasi) => (typeof quasi === 'object' && quasi && 'raw' in quasi ? quasi.raw : ''))
        .filter(isWords);
    case 'ConditionalExpression':
      return [...stringsOf(value.consequent), ...stringsOf(value.alternate)];
    case 'LogicalExpression':
      return [...stringsOf(value.left), ...stringsOf(value.right)];
    case 'JSXExpressionContainer':
    case 'ParenthesizedExpression':
      return stringsOf(value.expression);
    default:
      return [];
  }
}

/** The strings in a file that a person reads and that use no macro. */
function bareStrings(path: string, code: string): string[] {
  const bare: string[] = [];

  function visit(node: Node) {
    // The macro, where a message has a context.
    if (node.type === 'CallExpression' && nameOf(node.callee) === 't') return;
    if (node.type === 'JSXElement') {
      const [opening] = nodesIn(node.openingElement);
      if (exempt.has(nameOf(opening?.name))) return;
    }
    if (node.type === 'JSXElement' || node.type === 'JSXFragment') {
      for (const child of nodesIn(node.children)) {
        if (child.type === 'JSXText' && isWords(child.value)) bare.push(child.value.trim());
        if (child.type === 'JSXExpressionContainer') bare.push(...stringsOf(child));
      }
    }
    const isRead =
      (node.type === 'JSXAttribute' && readAttribute.test(nameOf(node.name))) ||
      (node.type === 'Property' && readProperty.test(nameOf(node.key)));
    if (isRead) bare.push(...stringsOf(node.value));
    for (const part of Object.values(node)) nodesIn(part).forEach(visit);
  }

  const { program, errors } = parseSync(path, code);
  expect(errors, path).toEqual([]);
  nodesIn(program).forEach(visit);
  return bare;
}

test('the app has no untranslated string', () => {
  const files = readdirSync('src/app', { recursive: true, encoding: 'utf8' })
    // Stories are for developers only.
    .filter((name) => /^(?!stories\/).*\.tsx?$/.test(name))
    .map((name) => join('src/app', name));
  expect(files.length).toBeGreaterThan(150);
  const found = files.flatMap((file) =>
    bareStrings(file, readFileSync(file, 'utf8')).map((text) => `${file}: ${text}`),
  );
  expect(found).toEqual([]);
});

test.each([
  ['<p>Hello</p>', ['Hello']],
  ['<p>{late ? "Late" : <b>Early</b>}</p>', ['Late', 'Early']],
  ['<>{name && `Hello`}</>', ['Hello']],
  ['<input placeholder="Name" aria-label={known ?? "Unknown"} />', ['Name', 'Unknown']],
  ['choices([{ value: "a", label: "First" }])', ['First']],
  ['<kbd>Enter</kbd>', []],
  ['<Trans>Hello <b title="there">you</b></Trans>', []],
  ['<p title={t`Hello`} id="hello" className="big">{t`Hello`} · Giro 1.0</p>', []],
])('finds in %s the strings %j', (code, bare) => {
  expect(bareStrings('page.tsx', `const page = ${code};`)).toEqual(bare);
});
