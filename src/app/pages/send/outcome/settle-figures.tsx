import { Trans } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import type { Send } from '../../../../contract/api/send.ts';
import { accountQuery } from '../../../api/accounts.ts';
import { useFormat } from '../../../i18n/use-format.ts';
import { useMoney } from '../../../i18n/use-money.ts';
import { SummaryList, SummaryRow } from '../../../ui/summary-list.tsx';

export type SettleFiguresProps = { send: Send };

/** Which sending it is, said once more where it is settled. */
export function SettleFigures({ send }: SettleFiguresProps) {
  const { money } = useMoney();
  const { dateTime } = useFormat();
  const { sender } = send;
  const alias = useQuery(accountQuery(send.destination_account_id)).data?.alias;
  return (
    <SummaryList>
      <SummaryRow term={<Trans>Amount</Trans>} note={dateTime(send.created_at)}>
        {money(send.source_amount_cents, send.source_amount_currency)}
      </SummaryRow>
      <SummaryRow term={<Trans>To</Trans>}>
        {alias ?? <Trans>Recipient {send.destination_account_id}</Trans>}
      </SummaryRow>
      {sender && (
        <SummaryRow term={<Trans>Sender</Trans>} note={<bdi>{sender.email}</bdi>}>
          <bdi>{sender.name}</bdi>
        </SummaryRow>
      )}
    </SummaryList>
  );
}
