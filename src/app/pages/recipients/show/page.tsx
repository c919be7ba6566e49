import { useLingui } from '@lingui/react/macro';
import { useSuspenseQuery } from '@tanstack/react-query';
import { useParams } from 'react-router-dom';
import { accountQuery } from '../../../api/accounts.ts';
import { sessionQuery } from '../../../api/session.ts';
import { paths } from '../../../paths.ts';
import { PageHead } from '../../../ui/page-head.tsx';
import { Split } from '../../../ui/split.tsx';
import { Stack } from '../../../ui/stack.tsx';
import { recipientId } from '../recipient-id.ts';
import { AccountCard } from './account-card.tsx';
import { Actions } from './actions.tsx';
import { OwnerCard } from './owner-card.tsx';
import { TransfersCard } from './transfers-card.tsx';

export function Page() {
  const { t } = useLingui();
  const id = recipientId(useParams());
  const { data: account } = useSuspenseQuery(accountQuery(id));
  const { user } = useSuspenseQuery(sessionQuery).data;
  return (
    <Stack gap="s5">
      <title>{t`${account.alias} · Giro`}</title>
      <PageHead title={account.alias} back={{ to: paths.recipients(), label: t`Recipients` }} />
      {user.role === 'sender' && <Actions account={account} />}
      {/* Another recipient starts with its numbers masked. */}
      <Split key={id}>
        <Stack>
          <AccountCard account={account} />
          <OwnerCard account={account} />
        </Stack>
        <TransfersCard id={id} />
      </Split>
    </Stack>
  );
}
