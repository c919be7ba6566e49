import type {
  AliasedTransfer,
  TransferFilters,
  TransferQuery,
} from '../../contract/api/transfer.ts';
import type { Transfer } from '../../contract/transfer.ts';
import type { Viewer } from '../auth/viewer.ts';
import type { TransferFilter, Whose } from '../ledger/transfers/transfer-filters.ts';
import { type SearchMeaning, waysOf } from './matcher.ts';
import type { Recipients } from './recipients.ts';
import { ranks } from './search-text.ts';

/** What a searched text is looked up in. */
export type SearchScope = {
  recipients: Recipients;
  /** What the searched text means; null without one. */
  meaning: SearchMeaning | null;
};

/** What is asked of the list: its filters, and for support whose transfers. */
export type Asked = TransferFilters & Pick<TransferQuery, 'sender'>;

/** The filter of the ledger for what a viewer asks. Only who sees everything may choose whose transfers. */
export function filterOf(
  { user_id, canSee }: Pick<Viewer, 'user_id' | 'canSee'>,
  { q: _text, country_id, sender, ...filters }: Asked,
  { recipients, meaning }: SearchScope,
): TransferFilter {
  function whoseOf(): Whose {
    if (canSee === 'own') return { user_id };
    return canSee === 'everything' && sender !== undefined ? { user_id: sender } : canSee;
  }
  const accountsThere = () =>
    [...recipients.values()].flatMap((one) => (one.country_id === country_id ? [one.id] : []));
  return {
    ...filters,
    whose: whoseOf(),
    ...(country_id !== undefined && { accounts: accountsThere() }),
    ...(meaning && { ways: waysOf(meaning, ranks.part) }),
  };
}

/** Adds the recipient's alias and country code to a transfer; null if it is not known. */
export function withAlias<T extends Transfer>(row: T, recipients: Recipients): T & AliasedTransfer {
  const recipient = recipients.get(row.destination_account_id);
  return {
    ...row,
    alias: recipient?.alias ?? null,
    country_code: recipient?.country_code ?? null,
  };
}
