import { Trans, useLingui } from '@lingui/react/macro';
import { useMutation, useQueryClient, useSuspenseQuery } from '@tanstack/react-query';
import { type FormEvent, lazy, type ReactNode, Suspense, useRef, useState } from 'react';
import type {
  ChangedFactors,
  TotpEnrolment as Enrolment,
  OwnFactors,
} from '../../../../contract/api/second-factor.ts';
import { isFailure } from '../../../api/api-error.ts';
import type { Proof } from '../../../api/passkeys.ts';
import {
  beginTotp,
  confirmTotp,
  makeRecoveryCodes,
  ownFactorsQuery,
  turnOffTotp,
} from '../../../api/second-factor.ts';
import { useFailureMessage } from '../../../i18n/failure-message.ts';
import { useMoment } from '../../../i18n/use-format.ts';
import { Button } from '../../../ui/button.tsx';
import { Card } from '../../../ui/card.tsx';
import { Notice } from '../../../ui/notice.tsx';
import { PasswordField } from '../../../ui/password-field.tsx';
import { Row, Stack } from '../../../ui/stack.tsx';
import styles from '../settings.module.css';
import { CountsFrom, FactorProof, useAnotherProof, useProofWays } from './factor-proof.tsx';

// Lazy: seen once by few people.
const TotpEnrolment = lazy(async () => ({
  default: (await import('../totp-enrolment.tsx')).TotpEnrolment<ChangedFactors>,
}));
const RecoveryCodes = lazy(async () => ({
  default: (await import('../recovery-codes.tsx')).RecoveryCodes,
}));

type Action = 'set-up' | 'codes' | 'off';
type Shown =
  | { is: 'rest'; said: ReactNode }
  | { is: 'proof'; action: Action }
  | { is: 'enrolment'; enrolment: Enrolment }
  | { is: 'codes'; codes: readonly string[] };

/** The second factor of a person with a password: adding it, recovery codes, turning it off. */
export function SecondFactorCard() {
  const client = useQueryClient();
  const factors = useSuspenseQuery(ownFactorsQuery).data;
  const heading = useRef<HTMLHeadingElement>(null);
  const [shown, setShown] = useState<Shown>({ is: 'rest', said: null });
  const rest = (said: ReactNode) => {
    setShown({ is: 'rest', said });
    // The pressed button is gone.
    heading.current?.focus();
  };

  function changed({ factors, recovery_codes }: ChangedFactors, said: ReactNode) {
    client.setQueryData(ownFactorsQuery.queryKey, factors);
    if (recovery_codes) setShown({ is: 'codes', codes: recovery_codes });
    else rest(said);
  }

  async function prove(action: Action, proof: Proof) {
    if (action === 'set-up') {
      setShown({ is: 'enrolment', enrolment: await beginTotp(proof) });
    } else if (action === 'codes') {
      changed(await makeRecoveryCodes(proof), null);
    } else {
      changed(await turnOffTotp(proof), <Trans>Two-step verification turned off</Trans>);
    }
  }

  if (!factors.available) return null;
  return (
    <Card as="section" aria-labelledby="own-factor">
      <Stack gap="s3">
        <h2 id="own-factor" ref={heading} tabIndex={-1}>
          <Trans>Two-step verification</Trans>
        </h2>
        <Suspense>
          {shown.is === 'rest' && (
            <AtRest
              factors={factors}
              said={shown.said}
              onAction={(action) => setShown({ is: 'proof', action })}
            />
          )}
          {shown.is === 'proof' && (
            <ActionProof
              key={shown.action}
              action={shown.action}
              onProof={(proof) => prove(shown.action, proof)}
              onCancel={() => rest(null)}
            />
          )}
          {shown.is === 'enrolment' && (
            <>
              <TotpEnrolment
                enrolment={shown.enrolment}
                confirm={confirmTotp}
                onConfirmed={(answer) =>
                  changed(answer, <Trans>Two-step verification turned on</Trans>)
                }
              />
              <Button variant="quiet" onClick={() => rest(null)}>
                <Trans>Cancel</Trans>
              </Button>
            </>
          )}
          {shown.is === 'codes' && (
            <RecoveryCodes
              codes={shown.codes}
              done={<Trans>I saved them</Trans>}
              onDone={() => rest(null)}
            />
          )}
        </Suspense>
      </Stack>
    </Card>
  );
}

type AtRestProps = { factors: OwnFactors; said: ReactNode; onAction: (action: Action) => void };

function AtRest({ factors, ...rest }: AtRestProps) {
  const { totp, passkeys, recovery_codes: left, required } = factors;
  const { whole } = useMoment();
  const since = totp && whole(totp.since);
  const hasAny = since !== null || passkeys > 0;
  return (
    <>
      {since === null ? (
        <p>
          <Trans>
            A code from your phone as well as your password. Nobody signs in with the password
            alone.
          </Trans>
        </p>
      ) : (
        <>
          <p>
            <Trans>Authenticator app, on since {since}</Trans>
          </p>
          <CountsFrom from={totp?.counts_from ?? null} />
        </>
      )}
      {hasAny && (
        <p className={styles.note}>
          <Trans>Recovery codes left: {left}</Trans>
        </p>
      )}
      <Row>
        <Button onClick={() => rest.onAction('set-up')}>
          {since === null ? <Trans>Set up app</Trans> : <Trans>Change app</Trans>}
        </Button>
        {hasAny && (
          <Button onClick={() => rest.onAction('codes')}>
            <Trans>New recovery codes</Trans>
          </Button>
        )}
        {since !== null && (!required || passkeys > 0) && (
          <Button onClick={() => rest.onAction('off')}>
            <Trans>Turn off</Trans>
          </Button>
        )}
      </Row>
      {since !== null && required && passkeys === 0 && (
        <p className={styles.note}>
          <Trans>Your role needs two-step verification, so it stays on.</Trans>
        </p>
      )}
      <p role="status" className={styles.note}>
        {rest.said}
      </p>
    </>
  );
}

type ActionProofProps = {
  action: Action;
  onProof: (proof: Proof) => Promise<void>;
  onCancel: () => void;
};

/** Asks who is there before a change: by the password while there is no second factor, else by one. */
function ActionProof({ action, onProof, onCancel }: ActionProofProps) {
  const { t } = useLingui();
  const ways = useProofWays();
  const askAnother = useAnotherProof();
  const proof = useMutation({ mutationFn: onProof, onError: askAnother });
  const words = {
    'set-up': t`Continue`,
    codes: t`Make new codes`,
    off: t`Turn off`,
  } as const satisfies Record<Action, string>;
  const asked = {
    ...{ error: proof.error, pending: proof.isPending, submit: words[action] },
    onProof: (given: Proof) => proof.mutateAsync(given),
    before: action === 'codes' && (
      <p>
        <Trans>Your old recovery codes stop working.</Trans>
      </p>
    ),
    children: (
      <Button variant="quiet" onClick={onCancel}>
        <Trans>Cancel</Trans>
      </Button>
    ),
  };
  if (ways === null) return <PasswordProof {...asked} />;
  return <FactorProof {...asked} ways={ways} focus onChange={() => proof.reset()} />;
}

type PasswordProofProps = {
  error: unknown;
  pending: boolean;
  submit: ReactNode;
  onProof: (proof: Proof) => Promise<void>;
  children: ReactNode;
};

/** Asks for the password. */
function PasswordProof({ error, pending, submit, onProof, children }: PasswordProofProps) {
  const { t } = useLingui();
  const failureMessage = useFailureMessage();
  const [isMissing, setMissing] = useState(false);
  const isWrong = !isMissing && isFailure(error, 'wrong-password');

  async function prove(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    if (pending) return;
    const form = event.currentTarget;
    const password = String(new FormData(form).get('password'));
    setMissing(password === '');
    try {
      if (password !== '') return await onProof({ password });
    } catch (failure) {
      // Shown as `error`.
      if (!isFailure(failure, 'wrong-password')) return;
    }
    form.querySelector<HTMLInputElement>('[name=password]')?.focus();
  }

  return (
    <form method="post" noValidate onSubmit={prove}>
      <Stack gap="s3">
        <PasswordField
          // It appears in place of the pressed button.
          focus
          label={t`Current password`}
          error={
            isMissing
              ? t`Enter your current password`
              : isWrong && t`This is not your current password`
          }
        />
        {error !== null && !isFailure(error, 'wrong-password') && (
          <Notice tone="stop" role="alert" title={failureMessage(error)} />
        )}
        <Row>
          <Button type="submit" variant="main" pending={pending}>
            {submit}
          </Button>
          {children}
        </Row>
      </Stack>
    </form>
  );
}
