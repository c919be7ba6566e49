import { Trans, useLingui } from '@lingui/react/macro';
import { useSuspenseQuery } from '@tanstack/react-query';
import { useLocation } from 'react-router-dom';
import * as z from 'zod/mini';
import { accountsQuery } from '../../../api/accounts.ts';
import { sessionQuery } from '../../../api/session.ts';
import { PageTitle } from '../../../brand/page-title.tsx';
import { paths } from '../../../router/paths.ts';
import { ButtonLink } from '../../../ui/button-link.tsx';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { PageHead } from '../../../ui/page-head.tsx';
import { Stack } from '../../../ui/stack.tsx';
import { RecipientSearch } from './recipient-search.tsx';

const typingState = z.catch(z.object({ box: z.string() }), { box: '' });

export function Page() {
  const { t } = useLingui();
  const { key, state } = useLocation();
  const { data: accounts } = useSuspenseQuery(accountsQuery);
  const { user } = useSuspenseQuery(sessionQuery).data;
  // Typing keeps the box that is typed in; any other way to this page starts a new one.
  const box = z.parse(typingState, state).box || key;
  const add = user.role === 'sender' && (
    <ButtonLink to={paths.newRecipient()}>
      <Trans>Add recipient</Trans>
    </ButtonLink>
  );

  return (
    <Stack>
      <PageTitle>{t`Recipients`}</PageTitle>
      <PageHead title={t`Recipients`} side={accounts.length > 0 && add} />
      {accounts.length > 0 ? (
        <RecipientSearch key={box} box={box} accounts={accounts} />
      ) : (
        <EmptyState title={t`No recipients yet`} action={add}>
          {user.role === 'sender' ? (
            <Trans>Add the person or company that gets the money.</Trans>
          ) : (
            <Trans>Nobody has added a recipient.</Trans>
          )}
        </EmptyState>
      )}
    </Stack>
  );
}
