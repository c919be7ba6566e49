import { Trans } from '@lingui/react/macro';
import type { Send } from '../../../../contract/api/send.ts';
import { paths } from '../../../paths.ts';
import { Link } from '../../../ui/link.tsx';

export type AfterEarlierProps = { send: Send };

/** Leads to the unresolved sending that the person chose to send again after. */
export function AfterEarlier({ send }: AfterEarlierProps) {
  if (send.after_unresolved === null) return null;
  return (
    <p>
      <Link to={paths.sending(send.after_unresolved)}>
        <Trans>Sent again after an earlier one without a known outcome</Trans>
      </Link>
    </p>
  );
}
