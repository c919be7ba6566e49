import { Trans } from '@lingui/react/macro';
import { type ReactNode, useState } from 'react';
import { Button } from '../ui/button.tsx';
import { SummaryRow } from '../ui/summary-row.tsx';
import { VisuallyHidden } from '../ui/visually-hidden.tsx';
import { NumberTail } from './number-tail.tsx';
import type { Numbers } from './use-numbers.ts';

export type MaskedRowProps = {
  term: ReactNode;
  field: Parameters<Numbers['whole']>[0];
  numbers: Numbers;
  /** Stands before the number. */
  kind?: ReactNode;
};

/** A number that nobody should read over a shoulder: its end, and all of it on demand; nothing where there is none. */
export function MaskedRow({ term, field, numbers, kind }: MaskedRowProps) {
  const [isWanted, setIsWanted] = useState(false);
  const { account, whole, ask, isAsking } = numbers;
  const number = account[field];
  if (!number) return null;

  const shown = isWanted ? whole(field) : undefined;
  function toggle() {
    // Where an earlier try failed, the press is another one.
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
      {kind} {shown ?? <NumberTail number={number} masked={account.masked} />}
    </SummaryRow>
  );
}
