import { Trans } from '@lingui/react/macro';
import { useMutation } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import type { MaskedField } from '../../contract/account-fields.ts';
import type { DestinationAccount } from '../../contract/api/destination-account.ts';
import { revealAccount } from '../api/accounts.ts';
import { verbatim } from '../i18n/trans.ts';
import { Button } from '../ui/button.tsx';
import { SummaryRow } from '../ui/summary-list.tsx';
import { VisuallyHidden } from '../ui/visually-hidden.tsx';
import { NumberTail } from './last-digits.tsx';

type MaskedRowProps = {
  term: ReactNode;
  field: MaskedField;
  numbers: Numbers;
  /** Shown before the number. */
  kind?: ReactNode;
};

/** A sensitive number: its last digits, and all of it on demand. Renders nothing without a number. */
export function MaskedRow({ term, field, numbers, kind }: MaskedRowProps) {
  const [isWanted, setIsWanted] = useState(false);
  const { account, whole, ask, isAsking } = numbers;
  const number = account[field];
  if (!number) return null;

  const shown = isWanted ? whole(field) : undefined;
  function toggle() {
    // Pressing again after a failure asks again.
    const next = shown === undefined;
    setIsWanted(next);
    if (next && whole(field) === undefined) ask();
  }

  return (
    <SummaryRow
      term={term}
      action={
        <Button variant="quiet" onClick={toggle} pending={isWanted && isAsking}>
          {shown ? <Trans>Hide</Trans> : <Trans>Show</Trans>}{' '}
          <VisuallyHidden>{term}</VisuallyHidden>
        </Button>
      }
    >
      {kind} {shown ? verbatim(shown) : <NumberTail number={number} masked={account.masked} />}
    </SummaryRow>
  );
}

export type Numbers = {
  account: DestinationAccount;
  /** A number in full; undefined until `ask` has answered. */
  whole: (field: MaskedField) => string | undefined;
  /** Asks for all numbers in full; the server writes that to the audit log. */
  ask: () => void;
  isAsking: boolean;
  error: Error | null;
};

/** The numbers of an account. A sender has them in full; support gets them masked and asks once per visit. */
export function useNumbers(account: DestinationAccount): Numbers {
  const { data, mutate, isPending, error } = useMutation({
    mutationFn: () => revealAccount(account.id),
    // Full numbers must not stay in the cache after the page is left.
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
