import { referenceOf } from '../../contract/api/send-key.ts';
import type { Span } from '../ledger/sends/proof-rows.ts';
import type { Hold } from '../ledger/store/holds.ts';
import { escapedHtml } from '../lib/escaped-html.ts';
import { version } from '../lib/version.ts';
import {
  countOf,
  type ProofResult,
  type ProofRow,
  type ProofSummary,
  proofResults,
} from '../sends/proof-results.ts';
import { printable } from './command.ts';
import { calledBy, type People } from './proof-csv.ts';

/** What was found in a time. Times are ISO 8601 in UTC. */
export type Proof = {
  span: Span;
  summary: ProofSummary;
  /** The first rows of each result but `paired`. */
  shown: ReadonlyMap<ProofResult, readonly ProofRow[]>;
  people: People;
  asked_at: string;
  made_at: string;
  /** Before it nothing can be proven, because retention deleted so many records; null if it never did. */
  horizon: string | null;
  forgotten: number;
  database: string;
  service: string;
  /** Of a database that was restored, or lost its latest records. */
  hold: Hold | null;
  /** The file of all rows; without a name where it went to standard output. */
  csv: { name: string; sha256: string } | null;
};

/** In the order of the page. */
const meanings: Record<ProofResult, string> = {
  'no-transfer': 'Recorded as sent; the service does not list the transfer',
  'no-proof': 'Ended without a transfer, and nothing proves that none was made',
  shared: 'Several POSTs have one transfer',
  differs: 'POST and transfer differ',
  'second-transfer': 'A POST with one transfer seems to have made another',
  denied: 'A transfer of a POST that ended without one',
  'no-post': 'Listed by the service; no POST of Giro made it',
  'listed-twice': 'The service lists one number more than once',
  'no-record': 'The audit tells of a POST whose record is gone',
  open: 'The outcome is not known yet',
  candidate: 'May be the transfer of a POST whose outcome is not known yet',
  decided: 'People decided that it was not sent',
  rewritten: 'The record was lost, and written again from the service’s list',
  unread: 'A record of the service’s list can’t be read',
  forgotten: 'The record of its POST may have been deleted by retention',
  refused: 'The service refused in the words of its contract: no transfer',
  paired: 'One POST, one transfer, equal in what was asked for',
};

/** The exit code, and the whole in one sentence. */
export function verdictOf({ span, summary, horizon }: Proof): { code: 0 | 3 | 4; words: string } {
  const { posts, results } = summary;
  const of = `${many(posts, 'POST')} from ${span.from} to before ${span.before}`;
  const paired = `${results.get('paired') ?? 0} paired, ${results.get('refused') ?? 0} refused`;
  const [wrong, unproven] = [countOf(summary, 'wrong'), countOf(summary, 'unproven')];
  const counts = `${of}: ${paired}, ${unproven} not proven, ${wrong} that do not pair`;
  if (wrong > 0) return { code: 3, words: `Not everything pairs. ${counts}` };
  const isShort = horizon !== null && span.from < horizon;
  if (unproven > 0 || isShort) {
    return { code: 4, words: `Nothing contradicts, and not everything is proven. ${counts}` };
  }
  return { code: 0, words: `Everything pairs. ${counts}` };
}

/** One page to print, without script and without anything to load. */
export function proofPage(proof: Proof): string {
  const { summary, shown, span } = proof;
  const days = `${span.from.slice(0, 10)} to ${lastDay(span.before)}`;
  const lists = orderOf().flatMap((result) => {
    const rows = shown.get(result) ?? [];
    return rows.length === 0 ? [] : [listOf(proof, result, rows, summary.results.get(result) ?? 0)];
  });
  const { code, words } = verdictOf(proof);
  return `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta http-equiv="content-security-policy" content="default-src 'none'; style-src 'unsafe-inline'">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Proof of transfers, ${days}</title>
<style>${style}</style>
<main>
<h1>Proof of transfers, ${days}</h1>
<p class="verdict ${code === 0 ? 'good' : code === 3 ? 'bad' : 'open'}">${shownText(words)}</p>
${tableOf(['What was compared', ''], factsOf(proof))}
${tableOf(['Result', 'Count', 'Meaning'], countsOf(summary))}
${sumsOf(summary)}
${lists.join('\n')}
${reading}
</main>
</html>
`;
}

const orderOf = () =>
  (['wrong', 'unproven', 'proven'] as const).flatMap((meaning) =>
    namesOf(meanings).filter((result) => proofResults[result] === meaning),
  );

const namesOf = (of: typeof meanings): ProofResult[] =>
  Object.keys(of).flatMap((name) => (isResult(name) ? [name] : []));
const isResult = (name: string): name is ProofResult => name in proofResults;

const many = (count: number, noun: string) => `${count} ${noun}${count === 1 ? '' : 's'}`;
const lastDay = (before: string) => new Date(Date.parse(before) - 1).toISOString().slice(0, 10);

function factsOf(proof: Proof): string[][] {
  const { span, hold, horizon, csv, summary } = proof;
  const facts = [
    ['POSTs of', `${span.from} to before ${span.before}`],
    ['Database', proof.database],
    ['Service', proof.service],
    ['List of the service', `${many(summary.listed, 'transfer')}, asked for at ${proof.asked_at}`],
    ['Made at', `${proof.made_at}, by Giro ${version}`],
  ];
  if (hold) facts.push([hold.kind === 'lost' ? 'Records were lost' : 'Restored', holdText(hold)]);
  if (horizon !== null) {
    const deleted = `retention deleted ${many(proof.forgotten, 'record')}`;
    facts.push(['Nothing can be proven before', `${horizon}: ${deleted}`]);
  }
  if (csv) facts.push(['CSV file', `${csv.name} SHA-256 ${csv.sha256}`.trim()]);
  return facts;
}

function holdText({ since, detail, released_at, kind }: Hold): string {
  const what = kind === 'lost' ? 'what was written after' : 'to the backup of';
  const end = released_at === null ? 'on hold still, not compared yet' : `released ${released_at}`;
  return `${what} ${detail}, at ${since}; ${end}`;
}

function countsOf({ results, not_posted, earlier }: ProofSummary): string[][] {
  const rows = orderOf()
    .toReversed()
    .filter((result) => result === 'paired' || (results.get(result) ?? 0) > 0)
    .map((result) => [result, String(results.get(result) ?? 0), meanings[result]]);
  return [
    ...rows,
    ['not posted', String(not_posted), 'Ended before anything was written to the service: no POST'],
    [
      'earlier',
      String(earlier),
      'Listed before Giro first read the list, without a POST: nobody can tell when they were made',
    ],
  ];
}

function sumsOf({ sums }: ProofSummary): string {
  if (sums.size === 0) return '';
  const rows = [...sums]
    .toSorted(([a], [b]) => (a < b ? -1 : 1))
    .map(([pair, sum]) => {
      const [from = '', to = ''] = pair.split(' ');
      const { count, asked, sent, received } = sum;
      return [
        `${from} to ${to}`,
        String(count),
        `${asked} ${from}`,
        `${sent} ${from}`,
        `${received} ${to}`,
      ];
    });
  const heads = [
    'Paired, in subunits',
    'Count',
    'Asked for',
    'Listed as sent',
    'Listed as received',
  ];
  return tableOf(heads, rows);
}

function listOf(
  { people }: Proof,
  result: ProofResult,
  rows: readonly ProofRow[],
  count: number,
): string {
  const more =
    count > rows.length ? `<p>The first ${rows.length} of ${count}: the CSV file has all.</p>` : '';
  const heads = ['POST', 'Person', 'Asked for', 'Transfer', 'Listed', 'Why'];
  return `<h2>${result}: ${escapedHtml(meanings[result])}</h2>
${tableOf(
  heads,
  rows.map((row) => cellsOf(row, people)),
)}${more}`;
}

function cellsOf(row: ProofRow, people: People): string[] {
  const { send, send_key, release, transfer, transfer_id, detail } = row;
  const post = send_key === null ? '' : referenceOf(send_key);
  const asked = send
    ? `${send.source_amount_cents} ${send.source_amount_currency} to ${send.destination_amount_currency}, recipient ${send.destination_account_id}`
    : '';
  const listed = transfer
    ? `${transfer.source_amount_cents} ${transfer.source_amount_currency}, ${transfer.destination_amount_cents} ${transfer.destination_amount_currency}, recipient ${transfer.destination_account_id}, ${transfer.state}`
    : '';
  return [
    [send ? `${post} ${send.created_at}` : post, ...releaseText(release)].join(', '),
    calledBy(people, row.user_id),
    asked,
    transfer_id ?? '',
    listed,
    [detail, ...decisionOf(row, people)].join('. '),
  ];
}

const releaseText = (release: ProofRow['release']) =>
  release ? [`release ${release.occurrence} of order ${release.order_id}`] : [];

/** Who decided, in the words that they left. */
function decisionOf({ send, proposed_by }: ProofRow, people: People): string[] {
  if (!send || send.settled_by === null) return [];
  const first = proposed_by === null ? '' : `${calledBy(people, proposed_by)} proposed it, `;
  const by = `${calledBy(people, send.settled_by)} ${first === '' ? 'decided' : 'confirmed'}`;
  return [`${first}${by} at ${send.settled_at}: ${send.settled_reason ?? ''}`];
}

/** Names and reasons may hold anything: no sign of them is markup, or turns the line around. */
const shownText = (text: string) => escapedHtml(printable(text));

function tableOf(heads: readonly string[], rows: readonly (readonly string[])[]): string {
  const cells = (row: readonly string[], tag: 'th' | 'td') =>
    `<tr>${row.map((cell) => `<${tag}>${shownText(cell)}</${tag}>`).join('')}</tr>`;
  return `<div class="wide" tabindex="0"><table${heads.length > 5 ? ' class="lists"' : ''}><thead>${cells(heads, 'th')}</thead><tbody>${rows.map((row) => cells(row, 'td')).join('\n')}</tbody></table></div>`;
}

const style = `
body{margin:0;font:14px/1.45 system-ui,sans-serif;color:#111;background:#fff}
main{max-width:72rem;margin:0 auto;padding:1.5rem}
h1{font-size:1.4rem}h2{font-size:1.05rem;margin:1.5rem 0 .5rem;break-after:avoid}
.verdict{padding:.7rem 1rem;border-left:.4rem solid;font-weight:600}
.good{border-color:#157347;background:#eef7f1}.bad{border-color:#b3261e;background:#fdeeed}
.open{border-color:#8a6100;background:#fdf6e3}
table{border-collapse:collapse;width:100%;margin:1rem 0}
th,td{text-align:left;vertical-align:top;padding:.3rem .6rem .3rem 0;border-bottom:1px solid #ccc;overflow-wrap:break-word}
td:last-child{overflow-wrap:anywhere}
.wide{overflow-x:auto}.lists{min-width:56rem}
td{font-variant-numeric:tabular-nums}thead{display:table-header-group}tr{break-inside:avoid}
@media print{.wide{overflow:visible}.lists{min-width:0}td{overflow-wrap:anywhere}main{max-width:none;padding:0}body{font-size:10px}@page{margin:12mm}}
`;

const reading = `<h2>How to read it</h2>
<p>Giro commits the intent of a transfer right before it asks the service for it, and asks once. So each intent is one POST, unless it ended with proof that nothing was written to the service. The service’s list tells no time: a transfer without a POST is of the time in which Giro first saw it. Amounts are whole subunits of their currency; times are UTC.</p>`;
