import { roomImports } from './rooms.ts';

// Draws the rooms of docs/architecture.md as the code has them: `npm run picture` writes it, a spec compares.

type Imports = ReadonlyMap<string, readonly string[]>;

const begin = '<!-- npm run picture -->';
const end = '<!-- end of the picture -->';

/** Leaves out each import that a way over other rooms stands for. The rooms have no circle. */
export function withoutDetours(imports: Imports): Map<string, string[]> {
  const reaches = (from: string, to: string): boolean =>
    (imports.get(from) ?? []).some((next) => next === to || reaches(next, to));
  return new Map(
    [...imports].map(([room, to]) => [
      room,
      to.filter((one) => !to.some((other) => other !== one && reaches(other, one))),
    ]),
  );
}

/** The imports between what `nameOf` keeps of each room; null leaves a room out. */
function between(imports: Imports, nameOf: (room: string) => string | null): Imports {
  const kept = new Map<string, string[]>();
  for (const [room, to] of imports) {
    const from = nameOf(room);
    if (from === null) continue;
    const names = to.flatMap((one) => nameOf(one) ?? []).filter((name) => name !== from);
    kept.set(from, [...new Set([...(kept.get(from) ?? []), ...names])].sort());
  }
  return kept;
}

const idOf = (room: string) => room.replaceAll(/[/-]/g, '_');

/** A flowchart of Mermaid, with the areas of the ledger in a box. */
function flowchart(imports: Imports, labelOf: (room: string) => string): string {
  const node = (room: string) => `${idOf(room)}["${labelOf(room)}"]`;
  const rooms = [...imports.keys()].sort();
  const areas = rooms.filter((room) => room.startsWith('src/bff/ledger/'));
  const lines = [
    ...rooms.filter((room) => !areas.includes(room)).map(node),
    ...(areas.length === 0
      ? []
      : ['subgraph ledger', ...areas.map((one) => `  ${node(one)}`), 'end']),
    ...[...withoutDetours(imports)]
      .sort(([one], [other]) => (one < other ? -1 : 1))
      .filter(([, to]) => to.length > 0)
      .map(([room, to]) => `${idOf(room)} --> ${to.map(idOf).join(' & ')}`),
  ];
  return ['```mermaid', 'flowchart TB', ...lines.map((line) => `  ${line}`), '```'].join('\n');
}

/** The three pictures: the top of `src`, and the rooms inside `app` and `bff`. */
function pictures(): string {
  const imports = roomImports();
  const top = between(imports, (room) => /^src\/(?:contract\/api|[a-z]+)/.exec(room)?.[0] ?? null);
  const inside = (folder: string) => {
    const rooms = between(imports, (room) => (`${room}/`.startsWith(`${folder}/`) ? room : null));
    const last = (room: string) => room.slice(room.lastIndexOf('/') + 1);
    return flowchart(rooms, (room) => (room === folder ? `${room} (root)` : last(room)));
  };
  return [flowchart(top, (room) => room), inside('src/app'), inside('src/bff')].join('\n\n');
}

/** A document with its pictures drawn anew. @throws Error without the two marks between which they are */
export function withPictures(text: string): string {
  const [before, rest] = text.split(`${begin}\n`);
  const after = rest?.split(`\n${end}`)[1];
  if (before === undefined || after === undefined) throw new Error(`no ${begin} and ${end}`);
  return `${before}${begin}\n${pictures()}\n${end}${after}`;
}
