import { referenceOf } from '../../contract/api/send-key.ts';
import type { Sender } from '../../contract/api/sender.ts';
import { byteOrderMark, lineOf } from '../lib/csv.ts';
import type { ProofRow } from '../sends/proof-results.ts';

/** By these names in the file; docs/operating.md says what is in each. Amounts are whole subunits. */
export const proofColumns = [
  'result',
  'detail',
  'reference',
  'send_key',
  'order_id',
  'occurrence',
  'posted_at',
  'outcome',
  'outcome_at',
  'person',
  'person_email',
  'destination_account_id',
  'source_amount_cents',
  'source_amount_currency',
  'destination_amount_currency',
  'proposed_by',
  'resolved_by',
  'resolved_at',
  'resolved_reason',
  'transfer_id',
  'first_seen_at',
  'service_state',
  'service_destination_account_id',
  'service_source_amount_cents',
  'service_source_amount_currency',
  'service_destination_amount_cents',
  'service_destination_amount_currency',
] as const;

/** Name and email of everybody, by id. */
export type People = ReadonlyMap<string, Sender>;

/** What a person is called in a file: a name alone is not certain. */
export function calledBy(people: People, id: string | null): string {
  if (id === null) return '';
  const person = people.get(id);
  return person ? `${person.name} <${person.email}>` : `user ${id}`;
}

/** The heading, then a line for each row. */
export async function* proofLines(
  rows: AsyncIterable<ProofRow>,
  people: People,
): AsyncGenerator<string> {
  yield byteOrderMark + lineOf(proofColumns);
  for await (const row of rows) yield lineOf(cellsOf(row, people));
}

function cellsOf(row: ProofRow, people: People): string[] {
  const { result, detail, send, send_key, release, transfer, transfer_id, first_seen_at } = row;
  const person = people.get(row.user_id ?? '');
  return [
    ...[result, detail, send_key === null ? '' : referenceOf(send_key), send_key ?? ''],
    ...[release?.order_id ?? '', `${release?.occurrence ?? ''}`],
    ...[send?.created_at ?? '', send?.state ?? '', send?.updated_at ?? ''],
    ...[person?.name ?? row.user_id ?? '', person?.email ?? ''],
    ...[send?.destination_account_id ?? '', send?.source_amount_cents ?? ''],
    ...[send?.source_amount_currency ?? '', send?.destination_amount_currency ?? ''],
    ...[calledBy(people, row.proposed_by), calledBy(people, send?.settled_by ?? null)],
    ...[send?.settled_at ?? '', send?.settled_reason ?? ''],
    ...[transfer_id ?? '', first_seen_at ?? '', transfer?.state ?? ''],
    ...[transfer?.destination_account_id ?? '', `${transfer?.source_amount_cents ?? ''}`],
    ...[transfer?.source_amount_currency ?? '', `${transfer?.destination_amount_cents ?? ''}`],
    transfer?.destination_amount_currency ?? '',
  ];
}
