import { Trans, useLingui } from '@lingui/react/macro';
import { useQuery, useQueryClient, useSuspenseQuery } from '@tanstack/react-query';
import { lazy, Suspense, useState } from 'react';
import { useLoaderData, useNavigate, useSearchParams } from 'react-router-dom';
import * as z from 'zod/mini';
import type { AccountRequest } from '../../../../contract/api/account-request.ts';
import type { DestinationAccount } from '../../../../contract/api/destination-account.ts';
import type { Asked } from '../../../../contract/api/pages.ts';
import { nextPage } from '../../../../contract/api/session.ts';
import type { Country } from '../../../../contract/country.ts';
import { changedFields, differingFields } from '../../../../contract/same-account.ts';
import { accountQuery, editAccount } from '../../../api/accounts.ts';
import { isFailure } from '../../../api/api-error.ts';
import { banksQuery, countriesQuery } from '../../../api/reference.ts';
import { sessionQuery, settingsQuery } from '../../../api/session.ts';
import { PageTitle } from '../../../brand/page-title.tsx';
import { useFailureMessage } from '../../../i18n/failure-message.ts';
import { verbatim, withVerbatim } from '../../../i18n/trans.ts';
import { paths } from '../../../router/paths.ts';
import { ButtonLink } from '../../../ui/button.tsx';
import { Notice, type NoticeProps } from '../../../ui/notice.tsx';
import { PageHead } from '../../../ui/page-head.tsx';
import { Stack } from '../../../ui/stack.tsx';
import {
  acceptRemote,
  fromAccount,
  keepStored,
  withEmptied,
} from '../account-form/account-conversion.ts';
import { AccountForm, type FormFailure } from '../account-form/account-form.tsx';
import { type AccountValues, isSame } from '../account-form/account-values.ts';
import { EditConflict } from '../account-form/use-save-account.ts';
import { editDraft, newRecipientDraft } from '../draft.ts';
import { PendingTransfer } from '../pending-transfer.tsx';
import { rememberAccount } from '../remember-account.ts';
import { RestoredNotice } from '../restored-notice.tsx';

// Loaded on demand: two edits at once are rare.
const EditConflictNotice = lazy(async () => ({
  default: (await import('./edit-conflict-notice.tsx')).EditConflictNotice,
}));

export function Page() {
  const { id } = useLoaderData<Asked>();
  // Another recipient needs a new form.
  return <EditRecipient key={id} id={id} />;
}

function EditRecipient({ id }: { id: string }) {
  const { t } = useLingui();
  const client = useQueryClient();
  const navigate = useNavigate();
  const [params] = useSearchParams();
  // The page that the person came from, within the app.
  const next = z.safeParse(nextPage, params.get('next')).data;
  const back = next ?? paths.recipient(id);
  const { data: current } = useSuspenseQuery(accountQuery(id));
  // As it was when the page opened: a refresh must not replace what is being typed.
  const [account] = useState(current);
  const { user } = useSuspenseQuery(sessionQuery).data;
  const stored = editDraft(user.id, id);
  const [draft, setDraft] = useState(stored.read);
  // As the person last saw it: a draft keeps the account from when it was typed.
  const [seen, setSeen] = useState(draft?.seen ?? current);
  const { data: countries } = useSuspenseQuery(countriesQuery);
  const { data: banks = [] } = useQuery({
    ...banksQuery(account.country?.name ?? ''),
    enabled: account.category === 'bank',
  });
  const { data: settings } = useSuspenseQuery(settingsQuery);

  // The last write wins at the service (contract 4.3). Reading first shortens the time for a race from
  // as long as the form is open to one request.
  async function save(request: AccountRequest) {
    const now = await client.fetchQuery({ ...accountQuery(id), staleTime: 0 });
    if (now.editable && changedFields(seen, now).length > 0) throw new EditConflict(seen, now);
    return editAccount(id, withEmptied(keepStored(request, now), now));
  }

  const unchanged = fromAccount(account, countries, banks);

  function keep(values: AccountValues, last: DestinationAccount) {
    if (isSame(values, unchanged)) stored.drop();
    else stored.keep({ values, seen: last });
  }

  function startAgain() {
    stored.drop();
    setDraft(null);
    setSeen(account);
  }

  function goOn(saved: DestinationAccount, request: AccountRequest) {
    stored.drop();
    rememberAccount(client, saved);
    const not_taken = differingFields(saved, request);
    // The recipient's page says which fields were not saved.
    if (not_taken.length > 0) return navigate(paths.recipient(id), { state: { not_taken } });
    return navigate(back, { replace: next !== undefined, state: { saved: true } });
  }

  return (
    <Stack reading>
      <PageTitle>{t`Edit ${account.alias}`}</PageTitle>
      <PageHead
        title={withVerbatim(t`Edit ${account.alias}`, account.alias)}
        back={{ to: back, label: next ? t`Back` : verbatim(account.alias) }}
      />
      <PendingTransfer next={next} />
      {draft && account.editable && <RestoredNotice onStartAgain={startAgain} />}
      {account.editable ? (
        <AccountForm
          key={draft ? 'draft' : 'stored'}
          initial={draft?.values ?? unchanged}
          known={unchanged}
          own={id}
          countries={countries}
          rules={settings.country_field_rules}
          save={save}
          onSaved={goOn}
          onValues={(values) => keep(values, seen)}
          submitLabel={next ? <Trans>Save and continue</Trans> : <Trans>Save changes</Trans>}
          notice={(failure) => (
            <EditFailure
              {...failure}
              account={account}
              countries={countries}
              onSeen={(now, values) => {
                setSeen(now);
                keep(values, now);
              }}
            />
          )}
        />
      ) : (
        <LockedNotice id={id} />
      )}
    </Stack>
  );
}

type EditFailureProps = FormFailure & {
  /** As it was when the form opened. */
  account: DestinationAccount;
  countries: readonly Country[];
  /** Called once the person has seen the account as it is `now` and chosen the form's values. */
  onSeen: (now: DestinationAccount, values: AccountValues) => void;
};

/** Says what to do after a refused edit or a lost answer. Unlike a creation, an edit is safe to repeat. */
function EditFailure({ failure, form, dismiss, account, countries, onSeen }: EditFailureProps) {
  const failureMessage = useFailureMessage();
  const { user } = useSuspenseQuery(sessionQuery).data;

  if (failure instanceof EditConflict) {
    const { before, now } = failure;
    function goOn() {
      onSeen(now, form.getValues());
      dismiss();
    }
    return (
      <Suspense>
        <EditConflictNotice
          conflict={failure}
          onKeepLocal={goOn}
          onAcceptRemote={() => {
            form.reset(acceptRemote(form.getValues(), before, now, countries));
            goOn();
          }}
        />
      </Suspense>
    );
  }

  if (isFailure(failure, 'account-locked')) {
    const { id } = account;
    function copyTyped() {
      const values = form.getValues();
      // contract 2.3: an alias is unique.
      const alias = values.alias.trim() === account.alias ? '' : values.alias;
      newRecipientDraft(user.id, { copy: id }).keep({ ...values, alias });
    }
    return <LockedNotice id={id} role="alert" onCopy={copyTyped} />;
  }

  return (
    <Notice tone="wait" role="alert" title={<Trans>Your changes may have been saved</Trans>}>
      <Trans>You can safely save again. What you entered stays here.</Trans>
      <p>{failureMessage(failure)}</p>
    </Notice>
  );
}

type LockedNoticeProps = {
  id: string;
  role?: NoticeProps['role'];
  /** Called before the copy opens, to hand over what was typed. */
  onCopy?: () => void;
};

/** contract 3: an account with a successful transfer can't be edited. */
function LockedNotice({ id, role, onCopy }: LockedNoticeProps) {
  return (
    <Notice tone="wait" role={role} title={<Trans>You can’t change this recipient any more</Trans>}>
      <Trans>To correct something, make a copy. A transfer to this recipient was completed.</Trans>
      <ButtonLink to={paths.newRecipient({ copy: id })} onClick={onCopy}>
        <Trans>Duplicate</Trans>
      </ButtonLink>
    </Notice>
  );
}
