import { Trans } from '@lingui/react/macro';
import { EmptyState } from '../../ui/empty-state.tsx';

/** Nothing matches: what can be looked up, and where else to look. */
export function NothingFound() {
  return (
    <EmptyState title={<Trans>Nothing found</Trans>}>
      <p>
        <Trans>
          Look up a whole transfer number, part of a name, a document or account number or at least
          its last 3 characters, or an exact amount.
        </Trans>
      </p>
      <p>
        <Trans>
          Check the number with the sender. A sending that is not confirmed has none yet.
        </Trans>
      </p>
    </EmptyState>
  );
}
