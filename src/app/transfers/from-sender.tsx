import { Trans } from '@lingui/react/macro';

export type FromSenderProps = { sender: { name: string; email: string } };

/** Whose a transfer or a sending is, for support. */
export function FromSender({ sender: { name, email } }: FromSenderProps) {
  return (
    <Trans>
      From {name}, {email}
    </Trans>
  );
}
