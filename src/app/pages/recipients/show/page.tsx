import { useLingui } from '@lingui/react/macro';
import { useSuspenseQuery } from '@tanstack/react-query';
import { useParams } from 'react-router-dom';
import { useNumbers } from '../../../accounts/use-numbers.ts';
import { accountQuery } from '../../../api/accounts.ts';
import { sessionQuery } from '../../../api/session.ts';
import { useFailureMessage } from '../../../i18n/failure-message.ts';
import { paths } from '../../../paths.ts';
import { Notice } from '../../../ui/notice.tsx';
import { PageHead } from '../../../ui/page-head.tsx';
import { PageTitle } from '../../../ui/page-title.tsx';
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
          <AccountCard numbers={numbers} />
          <OwnerCard numbers={numbers} />
        </Stack>
        <TransfersCard id={id} />
      </Split>
    </Stack>
  );
}
