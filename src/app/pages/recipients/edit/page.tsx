import { Trans, useLingui } from '@lingui/react/macro';
import { useQuery, useQueryClient, useSuspenseQuery } from '@tanstack/react-query';
import { lazy, Suspense, useState } from 'react';
import { useNavigate, useParams, useSearchParams } from 'react-router-dom';
import * as z from 'zod/mini';
import type { AccountRequest } from '../../../../contract/api/account-request.ts';
import type { DestinationAccount } from '../../../../contract/api/destination-account.ts';
import { nextPage } from '../../../../contract/api/session.ts';
import type { Country } from '../../../../contract/country.ts';
import { changedFields, differingFields } from '../../../../contract/same-account.ts';
import { accountQuery, editAccount } from '../../../api/accounts.ts';
import { isFailure } from '../../../api/api-error.ts';
import { banksQuery, countriesQuery } from '../../../api/reference.ts';
import { sessionQuery, settingsQuery } from '../../../api/session.ts';
import { PageTitle } from '../../../brand/page-title.tsx';
import { useFailureMessage } from '../../../i18n/failure-message.ts';
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
import { recipientId } from '../recipient-id.ts';
import { rememberAccount } from '../remember-account.ts';
import { RestoredNotice } from '../restored-notice.tsx';

// Few recipients are changed twice at once.
const EditConflictNotice = lazy(async () => ({
  default: (await import('./edit-conflict-notice.tsx')).EditConflictNotice,
}));

export function Page() {
  const id = recipientId(useParams());
  // Another recipient is another form.
  return <EditRecipient key={id} id={id} />;
}

function EditRecipient({ id }: { id: string }) {
  const { t } = useLingui();
  const client = useQueryClient();
  const navigate = useNavigate();
  const [params] = useSearchParams();
  // Where the person came from, within Giro.
  const back = z.safeParse(nextPage, params.get('next')).data ?? paths.recipient(id);
  const { data: current } = useSuspenseQuery(accountQuery(id));
  // As it was when the page opened: a refresh must not take away what is being typed.
  const [account] = useState(current);
  const { user } = useSuspenseQuery(sessionQuery).data;
  const stored = editDraft(user.id, id);
  const [draft, setDraft] = useState(stored.read);
  // As the person last saw it: before the page was left, where something typed is left from then.
  const [seen, setSeen] = useState(draft?.seen ?? current);
  const { data: countries } = useSuspenseQuery(countriesQuery);
  const { data: banks = [] } = useQuery({
    ...banksQuery(account.country?.name ?? ''),
    enabled: account.category === 'bank',
  });
  const { data: settings } = useSuspenseQuery(settingsQuery);

  // The service writes whatever comes last (contract 4.3). Reading first leaves a moment for two to
  // meet in, instead of all the time that a form stands open.
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
    // The recipient's page says so, and shows what the service has instead.
    if (not_taken.length > 0) return navigate(paths.recipient(id), { state: { not_taken } });
    return navigate(back, { replace: params.has('next') });
  }

  return (
    <Stack reading>
      <PageTitle>{t`Edit ${account.alias}`}</PageTitle>
      <PageHead
        title={t`Edit ${account.alias}`}
        back={{ to: back, label: params.has('next') ? t`Back` : account.alias }}
      />
      {draft && account.editable && <RestoredNotice onStartAgain={startAgain} />}
      {account.editable ? (
        <AccountForm
          key={draft ? 'draft' : 'stored'}
          initial={draft?.values ?? unchanged}
          known={unchanged}
          countries={countries}
          countryFieldRules={settings.country_field_rules}
          save={save}
          onSaved={goOn}
          onValues={(values) => keep(values, seen)}
          submitLabel={<Trans>Save changes</Trans>}
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
  /** As the form opened with it. */
  account: DestinationAccount;
  countries: readonly Country[];
  /** The person has seen what the account is now, and the form holds what they made of it. */
  onSeen: (now: DestinationAccount, values: AccountValues) => void;
};

/** A refused or lost edit. Unlike a new recipient, the same edit can be saved twice. */
function EditFailure({ failure, form, dismiss, account, countries, onSeen }: EditFailureProps) {
  const failureMessage = useFailureMessage();
  const { user } = useSuspenseQuery(sessionQuery).data;

  if (failure instanceof EditConflict) {
    const { before, now } = failure;
    function settle() {
      onSeen(now, form.getValues());
      dismiss();
    }
    return (
      <Suspense>
        <EditConflictNotice
          conflict={failure}
          onKeepLocal={settle}
          onAcceptRemote={() => {
            form.reset(acceptRemote(form.getValues(), before, now, countries));
            settle();
          }}
        />
      </Suspense>
    );
  }

  if (isFailure(failure, 'account-locked')) {
    const { id } = account;
    function copyTyped() {
      const values = form.getValues();
      // Two recipients can't have one name (contract 2.3).
      const alias = values.alias.trim() === account.alias ? '' : values.alias;
      newRecipientDraft(user.id, { copy: id }).keep({ ...values, alias });
    }
    return <LockedNotice id={id} role="alert" onCopy={copyTyped} />;
  }

  return (
    <Notice tone="wait" role="alert" title={failureMessage(failure)}>
      <Trans>
        Your changes may have been saved all the same. What you entered stays here, and saving it
        again does no harm.
      </Trans>
    </Notice>
  );
}

type LockedNoticeProps = {
  id: string;
  role?: NoticeProps['role'];
  /** Before the copy opens: to hand over what was typed. */
  onCopy?: () => void;
};

/** contract 3: an account that has a successful transfer cannot be edited. */
function LockedNotice({ id, role, onCopy }: LockedNoticeProps) {
  return (
    <Notice tone="wait" role={role} title={<Trans>This recipient can't be changed any more</Trans>}>
      <Trans>
        A transfer to this recipient was executed. To correct something, make a copy with another
        name.
      </Trans>
      <ButtonLink to={paths.newRecipient({ copy: id })} onClick={onCopy}>
        <Trans>Copy as new</Trans>
      </ButtonLink>
    </Notice>
  );
}
