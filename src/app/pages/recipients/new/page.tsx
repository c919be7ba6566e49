import { Trans, useLingui } from '@lingui/react/macro';
import { type QueryClient, useQueryClient, useSuspenseQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useNavigate, useSearchParams } from 'react-router-dom';
import type { DestinationAccount } from '../../../../contract/api/destination-account.ts';
import { accountQuery, createAccount } from '../../../api/accounts.ts';
import { banksQuery, countriesQuery } from '../../../api/reference.ts';
import { sessionQuery, settingsQuery } from '../../../api/session.ts';
import { PageTitle } from '../../../brand/page-title.tsx';
import { useFailureMessage } from '../../../i18n/failure-message.ts';
import { paths } from '../../../router/paths.ts';
import { ButtonLink } from '../../../ui/button.tsx';
import { Notice } from '../../../ui/notice.tsx';
import { PageHead } from '../../../ui/page-head.tsx';
import { Stack } from '../../../ui/stack.tsx';
import { fromAccount } from '../account-form/account-conversion.ts';
import { AccountForm } from '../account-form/account-form.tsx';
import {
  type AccountValues,
  blankAccount,
  isSame,
  switchVariant,
} from '../account-form/account-values.ts';
import { newRecipientDraft } from '../draft.ts';
import { PendingTransfer } from '../pending-transfer.tsx';
import { rememberAccount } from '../remember-account.ts';
import { RestoredNotice } from '../restored-notice.tsx';
import { type NewRecipientSearch, readSearch, withRecipient } from './search.ts';

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
  // Read once: a refresh of the copied recipient must not change what is being typed.
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
    // Replaces the form, which would be empty on Back.
    const to = next ? withRecipient(next, account.id) : paths.recipient(account.id);
    return navigate(to, { replace: true, state: { saved: true } });
  }

  return (
    <Stack reading>
      <PageTitle>{t`New recipient`}</PageTitle>
      <PageHead
        title={t`New recipient`}
        back={{ to: next ?? paths.recipients(), label: next ? t`Back` : t`Recipients` }}
      />
      <PendingTransfer next={next} />
      {draft && <RestoredNotice onStartAgain={startAgain} />}
      <AccountForm
        key={draft ? 'draft' : 'blank'}
        initial={draft ?? blank}
        known={blank}
        own={search.copy}
        countries={countries}
        rules={settings.country_field_rules}
        save={createAccount}
        onSaved={goOn}
        onValues={keep}
        submitLabel={next ? <Trans>Save and continue</Trans> : <Trans>Save recipient</Trans>}
        notice={({ failure }) => <UnknownOutcome failure={failure} />}
      />
    </Stack>
  );
}

/**
 * What the form starts with: the copied recipient without its nickname, which must differ, or a form for
 * the wanted country or asset. Reads what the loader has fetched.
 */
function initialValues(
  client: QueryClient,
  { copy, country_id }: NewRecipientSearch,
): AccountValues {
  const countries = client.getQueryData(countriesQuery.queryKey) ?? [];
  const account = copy === undefined ? undefined : client.getQueryData(accountQuery(copy).queryKey);
  if (account) {
    const banks = client.getQueryData(banksQuery(account.country?.name ?? '').queryKey) ?? [];
    return { ...fromAccount(account, countries, banks), alias: '' };
  }
  const country = countries.find(({ id }) => id === country_id);
  return switchVariant(blankAccount('bank'), { country });
}

/** After a lost answer the recipient may exist. The list opens in another tab, so that the form stays. */
function UnknownOutcome({ failure }: { failure: Error }) {
  const failureMessage = useFailureMessage();
  return (
    <Notice tone="wait" role="alert" title={<Trans>This recipient may have been saved</Trans>}>
      <Trans>Check your recipients before you save again. What you entered stays here.</Trans>
      <p>{failureMessage(failure)}</p>
      <ButtonLink to={paths.recipients()} target="_blank">
        <Trans>Show recipients (new tab)</Trans>
      </ButtonLink>
    </Notice>
  );
}
