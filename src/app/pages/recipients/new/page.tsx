import { Trans, useLingui } from '@lingui/react/macro';
import { useQueryClient, useSuspenseQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useNavigate, useSearchParams } from 'react-router-dom';
import type { DestinationAccount } from '../../../../contract/api/destination-account.ts';
import { createAccount } from '../../../api/accounts.ts';
import { countriesQuery } from '../../../api/reference.ts';
import { sessionQuery, settingsQuery } from '../../../api/session.ts';
import { PageTitle } from '../../../brand/page-title.tsx';
import { paths } from '../../../router/paths.ts';
import { PageHead } from '../../../ui/page-head.tsx';
import { Stack } from '../../../ui/stack.tsx';
import { AccountForm } from '../account-form/account-form.tsx';
import { type AccountValues, isSame } from '../account-form/account-values.ts';
import { newRecipientDraft } from '../draft.ts';
import { rememberAccount } from '../remember-account.ts';
import { RestoredNotice } from '../restored-notice.tsx';
import { initialValues } from './initial-values.ts';
import { readSearch, withRecipient } from './search.ts';
import { UnknownOutcome } from './unknown-outcome.tsx';

export function Page() {
  const { t } = useLingui();
  const client = useQueryClient();
  const navigate = useNavigate();
  const [params] = useSearchParams();
  const search = readSearch(params);
  const { next } = search;
  const { data: countries } = useSuspenseQuery(countriesQuery);
  const { data: settings } = useSuspenseQuery(settingsQuery);
  const { user } = useSuspenseQuery(sessionQuery).data;
  // Taken once: what is typed must not change when the copied recipient does.
  const [blank] = useState(() => initialValues(client, search));
  const stored = newRecipientDraft(user.id, search);
  const [draft, setDraft] = useState(stored.read);

  function keep(values: AccountValues) {
    if (isSame(values, blank)) stored.drop();
    else stored.keep(values);
  }

  function startAgain() {
    stored.drop();
    setDraft(null);
  }

  function goOn(account: DestinationAccount) {
    stored.drop();
    rememberAccount(client, account);
    // In place of the form, which Back would show empty.
    const to = next ? withRecipient(next, account.id) : paths.recipient(account.id);
    return navigate(to, { replace: true });
  }

  return (
    <Stack reading>
      <PageTitle>{t`New recipient`}</PageTitle>
      <PageHead
        title={t`New recipient`}
        back={{ to: next ?? paths.recipients(), label: next ? t`Back` : t`Recipients` }}
      />
      {next && (
        <p>
          <Trans>Save the recipient to continue your transfer.</Trans>
        </p>
      )}
      {draft && <RestoredNotice onStartAgain={startAgain} />}
      <AccountForm
        key={draft ? 'draft' : 'blank'}
        initial={draft ?? blank}
        known={blank}
        countries={countries}
        countryFieldRules={settings.country_field_rules}
        save={createAccount}
        onSaved={goOn}
        onValues={keep}
        submitLabel={next ? <Trans>Save and continue</Trans> : <Trans>Save recipient</Trans>}
        notice={({ failure, form }) => (
          <UnknownOutcome failure={failure} alias={form.getValues('alias')} />
        )}
      />
    </Stack>
  );
}
