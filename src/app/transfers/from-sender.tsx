import { Trans } from '@lingui/react/macro';

export type FromSenderProps = { sender: { name: string; email: string } };

/** The sender of a transfer or a send, for support. */
export function FromSender({ sender: { name, email } }: FromSenderProps) {
  return (
    <Trans>
      From {name}, {email}
    </Trans>
  );
}
