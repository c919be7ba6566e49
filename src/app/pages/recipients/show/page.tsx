import { Trans, useLingui } from '@lingui/react/macro';
import { useSuspenseQuery } from '@tanstack/react-query';
import { useLocation, useParams } from 'react-router-dom';
import * as z from 'zod/mini';
import type { DestinationAccount } from '../../../../contract/api/destination-account.ts';
import { accountFields } from '../../../../contract/destination-account.ts';
import { fieldLabels } from '../../../accounts/field-labels.ts';
import { useNumbers } from '../../../accounts/use-numbers.ts';
import { accountQuery } from '../../../api/accounts.ts';
import { sessionQuery } from '../../../api/session.ts';
import { PageTitle } from '../../../brand/page-title.tsx';
import { useFailureMessage } from '../../../i18n/failure-message.ts';
import { paths } from '../../../router/paths.ts';
import { Notice } from '../../../ui/notice.tsx';
import { PageHead } from '../../../ui/page-head.tsx';
import { Split } from '../../../ui/split.tsx';
import { Stack } from '../../../ui/stack.tsx';
import { recipientId } from '../recipient-id.ts';
import { AccountCard } from './account-card.tsx';
import { Actions } from './actions.tsx';
import { OwnerCard } from './owner-card.tsx';
import { TransfersCard } from './transfers-card.tsx';

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

  function labelOf(field: (typeof accountFields)[number]): string {
    if (field === 'category') return t`Where the money goes`;
    const isAddress = field === 'additional_data' && account.category === 'wallet';
    return t(fieldLabels[isAddress ? 'wallet_address' : field]);
  }

  const labels = not_taken.map(labelOf).join(', ');
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
