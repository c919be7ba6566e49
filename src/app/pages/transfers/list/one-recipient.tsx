import { Trans } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { accountQuery } from '../../../api/accounts.ts';
import { Button } from '../../../ui/button.tsx';

export type OneRecipientProps = { id: string; onShowAll: () => void };

/** Says that only the transfers to one recipient are shown. */
export function OneRecipient({ id, onShowAll }: OneRecipientProps) {
  const alias = useQuery(accountQuery(id)).data?.alias ?? id;
  return (
    <p>
      <Trans>Only those to {alias}.</Trans>{' '}
      <Button variant="quiet" onClick={onShowAll}>
        <Trans>Show all recipients</Trans>
      </Button>
    </p>
  );
}
