import { Trans } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import type { Send } from '../../../../contract/api/send.ts';
import { accountQuery } from '../../../api/accounts.ts';
import { useCaseText } from '../../../case/use-case-text.ts';
import { CopyButton } from '../../../ui/copy-button.tsx';
import { Row } from '../../../ui/row.tsx';

export type CopyCaseProps = {
  send: Send;
  /** When this page last asked, in milliseconds since 1970. */
  lookedAt: number;
};

/** For support: copies the sending for the record of the case. */
export function CopyCase({ send, lookedAt }: CopyCaseProps) {
  const caseText = useCaseText();
  const alias = useQuery(accountQuery(send.destination_account_id)).data?.alias;
  const as_of = new Date(lookedAt).toISOString();
  return (
    <Row>
      <CopyButton variant="plain" text={caseText.sending(send, alias, as_of)}>
        <Trans>Copy for the case</Trans>
      </CopyButton>
    </Row>
  );
}
