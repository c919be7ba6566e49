import { Trans } from '@lingui/react/macro';
import type { Send } from '../../../../contract/api/send.ts';
import { paths } from '../../../router/paths.ts';
import { Link } from '../../../ui/link.tsx';

export type AfterEarlierProps = { send: Send };

/** Leads to the earlier sendings of the same that the person knew of, and chose to send again after. */
export function AfterEarlier({ send: { after_unresolved, after_sent } }: AfterEarlierProps) {
  return (
    <>
      {after_unresolved !== null && (
        <p>
          <Link to={paths.sending(after_unresolved)}>
            <Trans>Sent again after an earlier one without a known outcome</Trans>
          </Link>
        </p>
      )}
      {after_sent !== null && (
        <p>
          <Link to={paths.sending(after_sent)}>
            <Trans>Sent again after the same was just sent</Trans>
          </Link>
        </p>
      )}
    </>
  );
}
