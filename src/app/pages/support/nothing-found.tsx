import { Trans } from '@lingui/react/macro';
import { EmptyState } from '../../ui/empty-state.tsx';

export type NothingFoundProps = {
  /** All there is was looked through. */
  isSure: boolean;
};

/** Nothing matches: what can be looked up, and where else to look. */
export function NothingFound({ isSure }: NothingFoundProps) {
  const title = isSure ? <Trans>Nothing found</Trans> : <Trans>Nothing found so far</Trans>;
  return (
    <EmptyState title={title}>
      <p>
        <Trans>
          Look up a whole transfer number, part of a name, a document or account number or at least
          its last 3 characters, or an exact amount.
        </Trans>
      </p>
      <p>
        <Trans>
          Check the number with the sender. A transfer that is not confirmed has none yet.
        </Trans>
      </p>
    </EmptyState>
  );
}
