import { Trans } from '@lingui/react/macro';
import type { NearestName } from '../../contract/api/transfer.ts';
import { verbatim } from '../i18n/trans.ts';
import { Button } from '../ui/button.tsx';
import { Row } from '../ui/stack.tsx';

type NearestNamesProps = {
  nearest: readonly NearestName[];
  /** The text of the search. */
  q: string;
  /** Searches for this text instead. */
  onSearch: (q: string) => unknown;
};

/** Names to search for instead of words that name nobody. */
export function NearestNames({ nearest, q, onSearch }: NearestNamesProps) {
  if (nearest.length === 0) return null;
  return (
    <Row>
      <span>
        <Trans>Similar names:</Trans>
      </span>
      {nearest.flatMap(({ typed, names }) =>
        names.map((name) => (
          <Button key={`${typed} ${name}`} onClick={() => onSearch(q.replace(typed, () => name))}>
            {verbatim(name)}
          </Button>
        )),
      )}
    </Row>
  );
}
