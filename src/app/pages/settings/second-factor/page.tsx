import { Trans, useLingui } from '@lingui/react/macro';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useLoaderData, useNavigate } from 'react-router-dom';
import { homeOf } from '../../../../contract/api/pages.ts';
import type { EnrolledSession } from '../../../../contract/api/second-factor.ts';
import type { Session } from '../../../../contract/api/session.ts';
import { beginTotpAtSignIn, confirmTotpAtSignIn } from '../../../api/second-factor.ts';
import { sessionQuery } from '../../../api/session.ts';
import { SecondStep } from '../../../auth/second-step.tsx';
import { PageTitle } from '../../../brand/page-title.tsx';
import { useFailureMessage } from '../../../i18n/failure-message.ts';
import { SupportContact } from '../../../layouts/support-contact.tsx';
import { paths } from '../../../router/paths.ts';
import { Button } from '../../../ui/button.tsx';
import { Link } from '../../../ui/link.tsx';
import { Notice } from '../../../ui/notice.tsx';
import { PageHead } from '../../../ui/page-head.tsx';
import { Stack } from '../../../ui/stack.tsx';
import { RecoveryCodes } from '../recovery-codes.tsx';
import { TotpEnrolment } from '../totp-enrolment.tsx';
import type { SecondFactorData } from './loader.ts';

/** The second step of a sign-in: a code, or a first second factor where the role needs one. */
export function Page() {
  const { t } = useLingui();
  const { methods, next } = useLoaderData<SecondFactorData>();
  const enter = useEnter(next);
  const isAsked = methods.length > 0;
  const hasPasskey = methods.includes('passkey');
  const title = isAsked
    ? hasPasskey
      ? t`Confirm it’s you`
      : t`Enter your code`
    : t`Add two-step verification`;
  return (
    <Stack gap="s5">
      <PageTitle>{title}</PageTitle>
      <PageHead title={title} />
      {isAsked ? <SecondStep methods={methods} onSession={enter} /> : <Enrolment onDone={enter} />}
      <p>
        <Link to={paths.signIn({ next })}>
          <Trans>Use another account</Trans>
        </Link>
      </p>
      {isAsked && <SupportContact question={<Trans>Lost your phone and your codes?</Trans>} />}
    </Stack>
  );
}

/** Adds an authenticator app, shows the recovery codes, and goes on. */
function Enrolment({ onDone }: { onDone: (session: Session) => unknown }) {
  const failureMessage = useFailureMessage();
  const begin = useMutation({ mutationFn: beginTotpAtSignIn });
  const [added, setAdded] = useState<EnrolledSession>();

  if (added) {
    return (
      <RecoveryCodes
        codes={added.recovery_codes ?? []}
        done={<Trans>Continue</Trans>}
        onDone={() => onDone(added)}
      />
    );
  }
  if (begin.data) {
    return (
      <TotpEnrolment enrolment={begin.data} confirm={confirmTotpAtSignIn} onConfirmed={setAdded} />
    );
  }
  return (
    <Stack>
      <p>
        <Trans>
          Your role needs a code as well as the password. You need an authenticator app on your
          phone.
        </Trans>
      </p>
      {begin.error && <Notice tone="stop" role="alert" title={failureMessage(begin.error)} />}
      <Button variant="main" wide pending={begin.isPending} onClick={() => begin.mutate()}>
        <Trans>Set up app</Trans>
      </Button>
    </Stack>
  );
}

/** Puts the session into the cache and opens the page that asked for sign-in. */
function useEnter(next: string | undefined) {
  const client = useQueryClient();
  const navigate = useNavigate();

  return ({ user }: Session) => {
    client.setQueryData(sessionQuery.queryKey, { user });
    return navigate(next ?? homeOf(user.role), { replace: true });
  };
}
