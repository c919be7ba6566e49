import { Trans, useLingui } from '@lingui/react/macro';
import { useSuspenseQuery } from '@tanstack/react-query';
import { useId } from 'react';
import { useLocation, useParams } from 'react-router-dom';
import * as z from 'zod/mini';
import { accountFields } from '../../../../contract/account-fields.ts';
import type { DestinationAccount } from '../../../../contract/api/destination-account.ts';
import { latestTransfers } from '../../../../contract/api/reads.ts';
import { fieldLabel } from '../../../accounts/account-fields.ts';
import { useNumbers } from '../../../accounts/masked-row.tsx';
import { accountQuery } from '../../../api/accounts.ts';
import { sessionQuery } from '../../../api/session.ts';
import { transfersQuery } from '../../../api/transfers.ts';
import { PageTitle } from '../../../brand/page-title.tsx';
import { useFailureMessage } from '../../../i18n/failure-message.ts';
import { useMoment } from '../../../i18n/use-format.ts';
import { useMoney } from '../../../i18n/use-money.ts';
import { useLiveTransfers } from '../../../live/use-live-transfers.ts';
import { paths } from '../../../router/paths.ts';
import { StatusBadge } from '../../../transfers/status-badge.tsx';
import { Button, ButtonLink } from '../../../ui/button.tsx';
import { Card } from '../../../ui/card.tsx';
import { Link } from '../../../ui/link.tsx';
import { Notice } from '../../../ui/notice.tsx';
import { PageHead } from '../../../ui/page-head.tsx';
import { RecordList, RecordRow } from '../../../ui/record-list.tsx';
import { Row, Split, Stack } from '../../../ui/stack.tsx';
import { VisuallyHidden } from '../../../ui/visually-hidden.tsx';
import { recipientId } from '../recipient-id.ts';
import { AccountCard, OwnerCard } from './account-cards.tsx';

export function Page() {
  const id = recipientId(useParams());
  // Another recipient starts with its numbers masked.
  return <Recipient key={id} id={id} />;
}

function Recipient({ id }: { id: string }) {
  const { t } = useLingui();
  const failureMessage = useFailureMessage();
  const { data: account } = useSuspenseQuery(accountQuery(id));
  const { user } = useSuspenseQuery(sessionQuery).data;
  const numbers = useNumbers(account);
  return (
    <Stack gap="s5">
      <PageTitle>{account.alias}</PageTitle>
      <PageHead title={account.alias} back={{ to: paths.recipients(), label: t`Recipients` }} />
      {user.role === 'sender' && <Actions account={account} />}
      <Split>
        <Stack>
          {numbers.error && (
            <Notice tone="stop" role="alert" title={failureMessage(numbers.error)} />
          )}
          <NotTakenNotice account={account} />
          <AccountCard numbers={numbers} />
          <OwnerCard numbers={numbers} />
        </Stack>
        <TransfersCard id={id} />
      </Split>
    </Stack>
  );
}

const afterEdit = z.object({ not_taken: z.array(z.enum(accountFields)) });

/** What an edit asked for and the service answered otherwise; said by the page that the edit leads to. */
function NotTakenNotice({ account }: { account: DestinationAccount }) {
  const { t } = useLingui();
  const { not_taken = [] } = z.safeParse(afterEdit, useLocation().state).data ?? {};
  if (not_taken.length === 0) return null;

  const labels = not_taken.map((field) => t(fieldLabel(field, account.category))).join(', ');
  return (
    <Notice
      tone="wait"
      role="alert"
      title={<Trans>The payment service did not save everything</Trans>}
    >
      <Trans>It has other values for: {labels}. Check them below.</Trans>
    </Notice>
  );
}

type ActionsProps = { account: DestinationAccount };

/** What a sender can do with a recipient. */
function Actions({ account: { id, editable } }: ActionsProps) {
  const reasonId = useId();
  return (
    <Stack gap="s2">
      <Row>
        <ButtonLink to={paths.send({ destination_account_id: id })} variant="main">
          <Trans>Send money</Trans>
        </ButtonLink>
        {editable ? (
          <ButtonLink to={paths.editRecipient(id)}>
            <Trans>Edit</Trans>
          </ButtonLink>
        ) : (
          <>
            <Button disabled aria-describedby={reasonId}>
              <Trans>Edit</Trans>
            </Button>
            <ButtonLink to={paths.newRecipient({ copy: id })} variant="quiet">
              <Trans>Copy as new</Trans>
            </ButtonLink>
          </>
        )}
      </Row>
      {!editable && (
        <p id={reasonId}>
          <small>
            <Trans>A transfer to this recipient was executed, so it can't be edited.</Trans>
          </small>
        </p>
      )}
    </Stack>
  );
}

type TransfersCardProps = { id: string };

/** The latest transfers to a recipient. */
function TransfersCard({ id }: TransfersCardProps) {
  const { t } = useLingui();
  const { money } = useMoney();
  const { brief } = useMoment();
  useLiveTransfers();
  const { items, total } = useSuspenseQuery(transfersQuery(latestTransfers(id))).data;

  return (
    <Stack as="section" gap="s3">
      <Row between>
        <h2>
          <Trans>Transfers</Trans>
        </h2>
        {total > items.length && (
          <Link to={paths.transfers({ destination_account_id: id })}>
            <Trans>All {total}</Trans>
          </Link>
        )}
      </Row>
      <Card flush={items.length > 0}>
        {items.length === 0 ? (
          <Trans>Nothing sent to this recipient yet.</Trans>
        ) : (
          <RecordList>
            {items.map((row) => (
              <RecordRow
                key={row.id}
                to={paths.transfer(row.id)}
                title={t`Transfer ${row.id}`}
                note={
                  <>
                    <StatusBadge state={row.state} />
                    {row.first_seen_at && (
                      <div>
                        <VisuallyHidden>
                          <Trans>First seen here</Trans>
                        </VisuallyHidden>{' '}
                        {brief(row.first_seen_at)}
                      </div>
                    )}
                  </>
                }
                figure={money(row.destination_amount_cents, row.destination_amount_currency)}
                figureNote={money(row.source_amount_cents, row.source_amount_currency)}
              />
            ))}
          </RecordList>
        )}
      </Card>
    </Stack>
  );
}
