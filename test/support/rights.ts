import { type AccessRow, accessTable, nameOf } from '../../src/bff/auth/access-table.ts';
import { isFor, type Role, roles } from '../../src/contract/api/session.ts';

const begin = '<!-- npm run picture, the rights -->';
const end = '<!-- end of the rights -->';

/** Each area of the table of rights, by the beginning of the routes that it has. */
const areas: readonly [area: string, path: RegExp][] = [
  ['estimates and rates', /^\/api\/(quotes|rates)\b/],
  ['countries, currencies, banks', /^\/api\/(countries|currencies|banks)\b/],
  ['recipients', /^\/api\/destination_accounts\b/],
  ['transfers, sending', /^\/api\/(transfers(?!\/:id\/(?:case|receipts))|statement|orders)\b/],
  ['proof again for large amounts', /^\/api\/session\/proof\b/],
  ['approvals', /^\/api\/approvals\b/],
  ['receipts', /^\/api\/transfers\/:id\/receipts\b/],
  ['transfers without an answer', /^\/api\/sends\b/],
  ['look up, senders, health', /^\/api\/support\//],
  ['queue of cases', /^\/api\/(cases|transfers\/:id\/case)\b/],
  ['people', /^\/api\/people\b/],
  ['audit', /^\/api\/audit\b/],
];

// Their query is in the body, because it holds names, or their answer is a file.
const readsByPost = [
  'POST /api/audit.csv',
  'POST /api/destination_accounts/:id/reveals',
  'POST /api/transfers.csv',
];

/** The area of a row that not everybody may call. @throws Error for a route that no area has */
function areaOf(row: AccessRow): string {
  const [area] = areas.find(([, path]) => path.test(row.path)) ?? [];
  if (area === undefined) throw new Error(`${nameOf(row)} has no area in test/support/rights.ts`);
  return area;
}

function rightsOf(rows: readonly AccessRow[], role: Role): string {
  const allowed = rows.filter(({ access }) => isAudience(access) && isFor(access, role));
  const isRead = (row: AccessRow) => row.method === 'GET' || readsByPost.includes(nameOf(row));
  const verbs = [
    allowed.some(isRead) && 'read',
    allowed.some((row) => !isRead(row)) && 'change',
  ].filter(Boolean);
  const isOwn =
    role === 'sender' && allowed.some(({ owned }) => owned && owned.kind !== 'approval');
  return verbs.length === 0 ? '–' : `${verbs.join(', ')}${isOwn ? ' their own' : ''}`;
}

const isAudience = (access: AccessRow['access']) => access !== 'anyone' && access !== 'signed-in';

/** The table of what each role may do, from the access table. */
function rightsTable(): string {
  const rows = accessTable.filter(({ access }) => isAudience(access));
  const lines = areas.map(([area]) => {
    const own = rows.filter((row) => areaOf(row) === area);
    return `| ${[area, ...roles.map((role) => rightsOf(own, role))].join(' | ')} |`;
  });
  const head = `| | ${roles.map((role) => `\`${role}\``).join(' | ')} |`;
  return [head, `|${'---|'.repeat(roles.length + 1)}`, ...lines].join('\n');
}

/** A document with its table of rights made anew. @throws Error without the two marks between which it is */
export function withRights(text: string): string {
  const [before, rest] = text.split(begin);
  const after = rest?.split(end)[1];
  if (before === undefined || after === undefined) throw new Error(`no ${begin} and ${end}`);
  return `${before}${begin}\n\n${rightsTable()}\n\n${end}${after}`;
}
