import { Trans } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { accountQuery } from '../../api/accounts.ts';
import { paths } from '../../router/paths.ts';
import { Link } from '../../ui/link.tsx';
import type { Searched } from './use-searched.ts';

export type OneRecipientProps = { searched: Searched };

/** Says that only the transfers to the picked recipient are shown, and leads to all that were found. */
export function OneRecipient({ searched: { q, recipient = '' } }: OneRecipientProps) {
  const { data } = useQuery({ ...accountQuery(recipient), refetchOnWindowFocus: false });
  const alias = data?.alias ?? recipient;
  return (
    <p>
      <Trans>Only those to {alias}.</Trans>{' '}
      <Link to={paths.support()} state={{ q }} replace preventScrollReset>
        <Trans>Show all recipients</Trans>
      </Link>
    </p>
  );
}
