import { Trans } from '@lingui/react/macro';
import { type ReactNode, useState } from 'react';
import { Button } from '../../../ui/button.tsx';
import { SummaryRow } from '../../../ui/summary-row.tsx';
import { VisuallyHidden } from '../../../ui/visually-hidden.tsx';
import { NumberTail } from '../number-tail.tsx';

export type MaskedRowProps = {
  term: ReactNode;
  number: string;
  /** Stands before the number. */
  kind?: ReactNode;
};

/** A number that nobody should read over a shoulder: its end, and all of it on demand. */
export function MaskedRow({ term, number, kind }: MaskedRowProps) {
  const [isShown, setIsShown] = useState(false);
  return (
    <SummaryRow
      term={term}
      action={
        <Button variant="quiet" onClick={() => setIsShown(!isShown)}>
          {isShown ? <Trans>Hide</Trans> : <Trans>Show</Trans>}{' '}
          <VisuallyHidden>{term}</VisuallyHidden>
        </Button>
      }
    >
      {kind} {isShown ? number : <NumberTail number={number} />}
    </SummaryRow>
  );
}
