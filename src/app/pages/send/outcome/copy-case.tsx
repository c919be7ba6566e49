import { Trans } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import type { Send } from '../../../../contract/api/send.ts';
import { isOpen } from '../../../../contract/api/send-states.ts';
import { accountQuery } from '../../../api/accounts.ts';
import { banksQuery } from '../../../api/reference.ts';
import { candidatesQuery } from '../../../api/sends.ts';
import { useCaseText } from '../../../case/use-case-text.ts';
import { CopyButton } from '../../../ui/copy-button.tsx';
import { Row } from '../../../ui/row.tsx';
import { useReason } from './use-reason.ts';

export type CopyCaseProps = {
  send: Send;
  /** When this page last asked, in milliseconds since 1970. */
  lookedAt: number;
};

/** For support: copies the sending for the record of the case, with what the service's operator needs. */
export function CopyCase({ send, lookedAt }: CopyCaseProps) {
  const caseText = useCaseText();
  const account = useQuery(accountQuery(send.destination_account_id)).data;
  const banks = useQuery({
    ...banksQuery(account?.country?.name ?? ''),
    enabled: Boolean(account?.country && account.bank_id),
  });
  const bank = banks.data?.find(({ id }) => id === account?.bank_id)?.name;
  // Asked for by those that are shown to choose from.
  const { data: listed } = useQuery({ ...candidatesQuery(send.key), enabled: false });
  const open = isOpen(send.state);
  const lost = useReason(send.no_answer);
  const found = useReason(send.reason);
  const reasons = send.no_answer === null || lost === found ? found : `${lost} ${found}`;
  const known = {
    ...{ account, bank, why: open ? reasons : undefined },
    listed: open ? listed : undefined,
  };
  const as_of = new Date(lookedAt).toISOString();
  return (
    <Row>
      <CopyButton variant="plain" text={caseText.sending(send, known, as_of)}>
        <Trans>Copy for the case</Trans>
      </CopyButton>
    </Row>
  );
}
