import { Trans } from '@lingui/react/macro';
import type { Send } from '../../contract/api/send.ts';

/** The words of the link from an order to its last send. While that is not confirmed they don’t say that it was sent. */
export function LastSendLabel({ send: { state } }: { send: Pick<Send, 'state'> }) {
  switch (state) {
    case 'sent':
      return <Trans>Show the last one sent</Trans>;
    case 'refused':
    case 'not_sent':
      return <Trans>See why the last one wasn’t sent</Trans>;
    case 'intended':
    case 'unconfirmed':
    case 'unresolved':
      return <Trans>Show the last one</Trans>;
  }
}
