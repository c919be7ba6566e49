import { useMutation } from '@tanstack/react-query';
import type { DestinationAccount, maskedFields } from '../../contract/api/destination-account.ts';
import { revealAccount } from '../api/accounts.ts';

type NumberField = (typeof maskedFields)[number] | 'additional_data';

export type Numbers = {
  account: DestinationAccount;
  /** A number in full; undefined until it was asked for. */
  whole: (field: NumberField) => string | undefined;
  /** Asks for all of them, which is written down. */
  ask: () => void;
  isAsking: boolean;
  error: Error | null;
};

/** The numbers of an account: a sender has them, support asks for them once a visit. */
export function useNumbers(account: DestinationAccount): Numbers {
  const { data, mutate, isPending, error } = useMutation({
    mutationFn: () => revealAccount(account.id),
    // Kept by this page alone.
    gcTime: 0,
  });
  const known = account.masked ? data : account;
  return {
    account,
    whole: (field) => known?.[field] ?? undefined,
    ask: () => mutate(),
    isAsking: isPending,
    error,
  };
}
