import { useQuery } from '@tanstack/react-query';
import type { Send } from '../../../../contract/api/send.ts';
import { accountQuery } from '../../../api/accounts.ts';

/** The check page's parameters for the same figures, without a key: it gets another one there. */
export function useSameAgain(send: Send) {
  const account = useQuery(accountQuery(send.destination_account_id)).data;
  const country_id = account?.country?.id;
  if (!account || country_id === undefined) return undefined;
  return {
    source_amount_cents: send.source_amount_cents.toString(),
    source_amount_currency: send.source_amount_currency,
    destination_amount_currency: send.destination_amount_currency,
    country_id,
    destination_account_id: account.id,
  };
}
