import { Trans, useLingui } from '@lingui/react/macro';
import { useQueryClient, useSuspenseQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useNavigate, useSearchParams } from 'react-router-dom';
import type { DestinationAccount } from '../../../../contract/api/destination-account.ts';
import { createAccount } from '../../../api/accounts.ts';
import { countriesQuery } from '../../../api/reference.ts';
import { settingsQuery } from '../../../api/session.ts';
import { paths } from '../../../paths.ts';
import { PageHead } from '../../../ui/page-head.tsx';
import { Stack } from '../../../ui/stack.tsx';
import { AccountForm } from '../account-form/account-form.tsx';
import { rememberAccount } from '../remember-account.ts';
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
  // Taken once: what is typed must not change when the copied recipient does.
  const [initial] = useState(() => initialValues(client, search));

  function goOn(account: DestinationAccount) {
    rememberAccount(client, account);
    return navigate(next ? withRecipient(next, account.id) : paths.recipient(account.id));
  }

  return (
    <Stack reading>
      <title>{t`New recipient · Giro`}</title>
      <PageHead
        title={t`New recipient`}
        back={{ to: next ?? paths.recipients(), label: next ? t`Back` : t`Recipients` }}
      />
      <AccountForm
        initial={initial}
        countries={countries}
        countryFieldRules={settings.country_field_rules}
        save={createAccount}
        onSaved={goOn}
        submitLabel={<Trans>Save recipient</Trans>}
        notice={(failure, { alias }) => <UnknownOutcome failure={failure} alias={alias} />}
      />
    </Stack>
  );
}
