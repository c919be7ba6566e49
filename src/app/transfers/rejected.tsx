import { Trans, useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { accountQuery } from '../api/accounts.ts';
import { paths } from '../router/paths.ts';
import { ButtonLink } from '../ui/button.tsx';

// What people read of a rejected transfer. Mails say the same: `newsTexts` of the BFF.

/** The title of a rejected transfer's pages. */
export function useRejectedTitle(): (recipientName: string | undefined) => string {
  const { t } = useLingui();
  return (recipientName) =>
    recipientName
      ? t`Rejected: nothing was paid to ${recipientName}`
      : t`Rejected: nothing was paid to the recipient`;
}

type RejectedAdviceProps = { bySupport: boolean };

/** What is known of the money, and what to do: the service tells neither a reason nor of a refund (contract 3). */
export function RejectedAdvice({ bySupport }: RejectedAdviceProps) {
  if (bySupport) {
    return (
      <p>
        <Trans>Ask the payment service what happens to the money. It gave no reason.</Trans>
      </p>
    );
  }
  return (
    <p>
      <Trans>The payment service doesn’t tell us whether your money comes back: ask support.</Trans>{' '}
      <Trans>It gave no reason, so check the details before you send again.</Trans>
    </p>
  );
}

/** Links to the form where the recipient is corrected; nothing if it can't be changed, or was archived. */
export function CorrectRecipient({ id }: { id: string }) {
  const account = useQuery(accountQuery(id)).data;
  if (!account?.editable || account.archived) return null;
  return (
    <ButtonLink wide to={paths.editRecipient(id)}>
      <Trans>Correct recipient</Trans>
    </ButtonLink>
  );
}
