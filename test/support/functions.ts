import { readFileSync } from 'node:fs';
import { parseAst } from 'vite';

type FunctionLength = { name: string; lines: number };

/** The functions of a file with their lengths in lines, not counting JSX. */
export function functionLengths(file: string): FunctionLength[] {
  const text = readFileSync(file, 'utf8');
  const lineAt = (position: number) => text.slice(0, position).split('\n').length;
  const found: FunctionLength[] = [];

  /** The lines of JSX within a node. */
  function walk(node: unknown): Set<number> {
    const markup = new Set<number>();
    if (typeof node !== 'object' || node === null) return markup;
    for (const child of Object.values(node)) for (const line of walk(child)) markup.add(line);
    if (!isNode(node)) return markup;
    const [first, last] = [lineAt(node.start), lineAt(node.end)];
    if (/^JSX(Element|Fragment)$/.test(node.type)) {
      for (let line = first; line <= last; line += 1) markup.add(line);
    }
    if (/Function/.test(node.type) && !node.type.startsWith('TS')) {
      found.push({ name: `${file}:${first}`, lines: last - first + 1 - markup.size });
    }
    return markup;
  }

  walk(parseAst(text, { lang: file.endsWith('x') ? 'tsx' : 'ts' }, file));
  return found;
}

function isNode(node: object): node is { type: string; start: number; end: number } {
  return 'type' in node && typeof node.type === 'string' && 'start' in node && 'end' in node;
}
