import { Trans } from '@lingui/react/macro';
import { useQuery, useSuspenseQuery } from '@tanstack/react-query';
import type { Send } from '../../../../contract/api/send.ts';
import { accountQuery } from '../../../api/accounts.ts';
import { sessionQuery } from '../../../api/session.ts';
import { paths } from '../../../paths.ts';
import { ButtonLink } from '../../../ui/button-link.tsx';
import { Row } from '../../../ui/row.tsx';

export type WayOnProps = { send: Send };

/** For a sender, after nothing was sent: check the same again, under a new key, or start anew. */
export function WayOn({ send }: WayOnProps) {
  const { user } = useSuspenseQuery(sessionQuery).data;
  const account = useQuery(accountQuery(send.destination_account_id)).data;
  if (user.role !== 'sender') return null;

  const country_id = account?.country?.id;
  const again =
    account && country_id !== undefined
      ? {
          source_amount_cents: send.source_amount_cents.toString(),
          source_amount_currency: send.source_amount_currency,
          destination_amount_currency: send.destination_amount_currency,
          country_id,
          destination_account_id: account.id,
        }
      : undefined;
  return (
    <Row>
      {again && (
        <ButtonLink variant="main" to={paths.send(again)}>
          <Trans>Check again</Trans>
        </ButtonLink>
      )}
      <ButtonLink to={paths.quote(again)}>
        <Trans>Change the amount</Trans>
      </ButtonLink>
    </Row>
  );
}
