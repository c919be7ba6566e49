/** As much of YAML as the manifests in deploy/kubernetes need: it throws at anything else. */
export type Yaml = string | number | boolean | null | Yaml[] | { [key: string]: Yaml };

type Line = { indent: number; text: string };

/** The documents of a file. @throws Error at a form that it does not know, a tab, or a key that is there twice */
export function readYaml(text: string): Yaml[] {
  if (text.includes('\t')) throw new Error('a tab');
  return text.split(/^---$/m).map((part) => {
    const lines = part
      .split('\n')
      .filter((line) => !/^\s*(#.*)?$/.test(line))
      .map((line) => ({ indent: line.search(/\S/), text: line.trim() }));
    const value = block(lines);
    if (lines.length > 0) throw new Error(`not at its place: ${lines[0]?.text}`);
    return value;
  });
}

/** Takes the block at the front, whose first line says how far it is indented. */
function block(lines: Line[]): Yaml {
  const [first] = lines;
  if (!first) return null;
  return first.text.startsWith('- ') ? sequence(lines, first.indent) : mapping(lines, first.indent);
}

function sequence(lines: Line[], indent: number): Yaml[] {
  const items: Yaml[] = [];
  for (let [line] = lines; line?.indent === indent && line.text.startsWith('- '); [line] = lines) {
    const text = line.text.slice(2);
    if (/^[\w./-]+:( |$)/.test(text)) {
      // The mapping begins behind the dash.
      lines.splice(0, 1, { indent: indent + 2, text });
      items.push(mapping(lines, indent + 2));
    } else {
      lines.shift();
      items.push(scalar(text));
    }
  }
  return items;
}

function mapping(lines: Line[], indent: number): Yaml {
  const entries = new Map<string, Yaml>();
  for (let [line] = lines; line?.indent === indent && !line.text.startsWith('- '); [line] = lines) {
    const [, key, value = ''] = /^([\w./-]+):(?: (.+))?$/.exec(line.text) ?? [];
    if (key === undefined || entries.has(key)) throw new Error(`not a key: ${line.text}`);
    lines.shift();
    const [next] = lines;
    const isWithin =
      next && (next.indent > indent || (next.indent === indent && next.text.startsWith('- ')));
    entries.set(key, value !== '' ? scalar(value) : isWithin ? block(lines) : null);
  }
  return Object.fromEntries(entries);
}

function scalar(text: string): Yaml {
  if (text === '{}') return {};
  if (/^\[.*\]$/.test(text)) return text.slice(1, -1).split(', ').map(scalar);
  if (/^"[^"\\]*"$/.test(text)) return text.slice(1, -1);
  if (/^[[\]{}&*!|>'"%@`#?,]|: | #|^(~|null|yes|no|on|off)$/i.test(text)) {
    throw new Error(`not a plain value: ${text}`);
  }
  if (/^(true|false)$/.test(text)) return text === 'true';
  return /^-?\d+(\.\d+)?$/.test(text) ? Number(text) : text;
}
