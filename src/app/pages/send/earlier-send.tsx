import { Trans } from '@lingui/react/macro';
import type { Send } from '../../../contract/api/send.ts';
import { useFormat } from '../../i18n/use-format.ts';
import { useMoney } from '../../i18n/use-money.ts';
import { paths } from '../../router/paths.ts';
import { Link } from '../../ui/link.tsx';
import { useReason } from './outcome/use-reason.ts';
import { SameSend } from './same-send.tsx';

export type EarlierSendProps = { send: Send; alias: string };

/** When it was, what was tried, what was seen, and the way to it. */
export function EarlierSend({ send, alias }: EarlierSendProps) {
  const { money } = useMoney();
  const { dateTime } = useFormat();
  const reason = useReason(send.reason);
  const sends = money(send.source_amount_cents, send.source_amount_currency);
  return (
    <SameSend
      title={<Trans>The earlier one, {dateTime(send.created_at)}</Trans>}
      sends={sends}
      alias={alias}
      note={
        <>
          {send.colleague && (
            <>
              <Trans>Started by {send.colleague}</Trans>
              <br />
            </>
          )}
          <Trans>{reason} Support is reviewing it.</Trans>
        </>
      }
    >
      <Link to={paths.sending(send.key)}>
        <Trans>Show that transfer</Trans>
      </Link>
    </SameSend>
  );
}
