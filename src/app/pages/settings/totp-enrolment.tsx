import { Trans, useLingui } from '@lingui/react/macro';
import { useMutation } from '@tanstack/react-query';
import type {
  TotpEnrolment as Enrolment,
  TotpConfirmation,
} from '../../../contract/api/second-factor.ts';
import { CodeFields } from '../../auth/code-form.tsx';
import { CopyButton } from '../../ui/copy-button.tsx';
import { Row, Stack } from '../../ui/stack.tsx';
import styles from './second-factor.module.css';

type TotpEnrolmentProps<T> = {
  enrolment: Enrolment;
  /** Sends the first code. */
  confirm: (body: TotpConfirmation) => Promise<T>;
  onConfirmed: (answer: T) => unknown;
};

/** A new authenticator app: its secret to scan or to type, and its first code. */
export function TotpEnrolment<T>({ enrolment, confirm, onConfirmed }: TotpEnrolmentProps<T>) {
  const { t } = useLingui();
  const give = useMutation({ mutationFn: confirm, onSuccess: onConfirmed });
  const { secret, uri, qr } = enrolment;
  return (
    <Stack>
      <p>
        <Trans>Scan this with your authenticator app. On this phone, open it in the app.</Trans>
      </p>
      <svg
        viewBox={`0 0 ${qr.size} ${qr.size}`}
        role="img"
        aria-label={t`QR code for your app`}
        className={styles.qr}
      >
        <path d={qr.path} />
      </svg>
      <Row>
        {/* Not a page: the phone hands it to the authenticator app. */}
        <a href={uri}>
          <Trans>Open in app</Trans>
        </a>
        <CopyButton text={secret}>
          <Trans>Copy secret</Trans>
        </CopyButton>
      </Row>
      <p>
        <Trans>Or type this secret:</Trans>{' '}
        <code className={styles.secret}>{secret.match(/.{1,4}/g)?.join(' ')}</code>
      </p>
      <CodeFields
        hint={t`6 digits that the app shows now`}
        isApp
        focus
        error={give.error}
        pending={give.isPending}
        submit={<Trans>Turn on</Trans>}
        onCode={(code) => give.mutateAsync({ code })}
      />
    </Stack>
  );
}
