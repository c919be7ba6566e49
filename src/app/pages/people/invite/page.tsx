import { Trans, useLingui } from '@lingui/react/macro';
import { useMutation, useQueryClient, useSuspenseQuery } from '@tanstack/react-query';
import { type FormEvent, useRef, useState } from 'react';
import * as z from 'zod/mini';
import { maxNameLength } from '../../../../contract/api/own-account.ts';
import { type InviteRequest, inviteRequest } from '../../../../contract/api/people.ts';
import { type Role, roles } from '../../../../contract/api/session.ts';
import { isFailure } from '../../../api/api-error.ts';
import { invitePerson, peopleKey } from '../../../api/people.ts';
import { settingsQuery } from '../../../api/session.ts';
import { PageTitle } from '../../../brand/page-title.tsx';
import { EarlyForm } from '../../../hydration/hydrated-part.tsx';
import { useFailureMessage } from '../../../i18n/failure-message.ts';
import { paths } from '../../../router/paths.ts';
import { Button, ButtonLink } from '../../../ui/button.tsx';
import { Card } from '../../../ui/card.tsx';
import { Notice } from '../../../ui/notice.tsx';
import { PageHead } from '../../../ui/page-head.tsx';
import { SelectField } from '../../../ui/select-field.tsx';
import { Row, Stack } from '../../../ui/stack.tsx';
import { TextField } from '../../../ui/text-field.tsx';
import styles from '../people.module.css';
import { InvitedNotice, RoleHint, useRoleName } from '../person-words.tsx';

const fieldNames = ['name', 'email', 'role'] as const;
type Faults = Partial<Record<(typeof fieldNames)[number], 'missing' | 'taken'>>;

/** Adds a person, who sets their own password. */
export function Page() {
  const { t } = useLingui();
  const client = useQueryClient();
  const failureMessage = useFailureMessage();
  const roleName = useRoleName();
  const { oidc } = useSuspenseQuery(settingsQuery).data;
  const form = useRef<HTMLFormElement>(null);
  const [faults, setFaults] = useState<Faults>({});
  const [role, setRole] = useState<Role>();
  const invite = useMutation({
    mutationFn: invitePerson,
    onSuccess: () => client.invalidateQueries({ queryKey: peopleKey }),
    onError(error) {
      if (isTaken(error)) show({ email: 'taken' });
    },
  });

  function show(found: Faults) {
    setFaults(found);
    const first = fieldNames.find((name) => found[name]);
    form.current?.querySelector<HTMLElement>(`[name=${first}]`)?.focus();
  }

  function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    if (invite.isPending) return;
    const typed: unknown = Object.fromEntries(new FormData(event.currentTarget));
    const parsed = z.safeParse(inviteRequest, typed);
    if (parsed.success) {
      setFaults({});
      invite.mutate(parsed.data satisfies InviteRequest);
      return;
    }
    const { fieldErrors } = z.flattenError(parsed.error);
    const names = fieldNames.filter((name) => fieldErrors[name]);
    show(Object.fromEntries(names.map((name) => [name, 'missing'])));
  }

  return (
    <Stack gap="s5" reading>
      <PageTitle>{t`Invite a person`}</PageTitle>
      <PageHead
        title={<Trans>Invite a person</Trans>}
        back={{ to: paths.people(), label: t`People` }}
      />
      {invite.data ? (
        <>
          <InvitedNotice invited={invite.data} />
          <Row>
            <Button onClick={() => invite.reset()}>
              <Trans>Invite another</Trans>
            </Button>
            <ButtonLink to={paths.people()}>
              <Trans>Show people</Trans>
            </ButtonLink>
          </Row>
        </>
      ) : (
        <Card>
          <EarlyForm ref={form} method="post" noValidate onSubmit={submit}>
            <Stack>
              {oidc && (
                <p className={styles.note}>
                  <Trans>
                    People of your organisation appear here once they sign in. Invite others only.
                  </Trans>
                </p>
              )}
              <TextField
                label={t`Name`}
                name="name"
                autoComplete="off"
                maxLength={maxNameLength}
                error={faults.name && t`Enter their name`}
              />
              <TextField
                label={t`Email`}
                type="email"
                name="email"
                autoComplete="off"
                maxLength={320}
                error={
                  faults.email &&
                  (faults.email === 'taken'
                    ? t`Someone already has an account with this email`
                    : t`Enter an email address, such as ana@example.com`)
                }
              />
              <SelectField
                label={t`Role`}
                name="role"
                placeholder={t`Choose a role`}
                options={roles.map((one) => ({ value: one, label: roleName(one) }))}
                hint={role && <RoleHint role={role} />}
                onChange={(value) => setRole(roles.find((one) => one === value))}
                error={faults.role && t`Choose a role`}
              />
              {invite.error && !isTaken(invite.error) && (
                <Notice tone="stop" role="alert" title={failureMessage(invite.error)} />
              )}
              <Button type="submit" variant="main" wide pending={invite.isPending}>
                <Trans>Send invitation</Trans>
              </Button>
            </Stack>
          </EarlyForm>
        </Card>
      )}
    </Stack>
  );
}

const isTaken = (error: unknown) =>
  isFailure(error, 'invalid-fields') && error.fieldErrors.email !== undefined;
