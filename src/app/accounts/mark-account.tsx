import { Trans, useLingui } from '@lingui/react/macro';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { DestinationAccount, MarkRequest } from '../../contract/api/destination-account.ts';
import { accountQuery, accountsQuery, markAccount } from '../api/accounts.ts';
import { useFailureMessage } from '../i18n/failure-message.ts';
import { Button } from '../ui/button.tsx';

/** Pins, archives or brings back a recipient, and shows its marks wherever it is listed. */
export function useMarkAccount(id: string) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (change: MarkRequest) => markAccount(id, change),
    onSuccess(marks) {
      const marked = (account: DestinationAccount): DestinationAccount =>
        account.id === id ? { ...account, archived_by: undefined, ...marks } : account;
      client.setQueryData(accountQuery(id).queryKey, (account) => account && marked(account));
      client.setQueryData(accountsQuery.queryKey, (accounts) => accounts?.map(marked));
      // A read that began before the change would bring the old marks.
      void client.invalidateQueries({ queryKey: accountsQuery.queryKey });
    },
  });
}

type BringBackButtonProps = {
  account: DestinationAccount;
  /** Called when it is back: the button is gone then, and the focus with it. */
  onDone: () => void;
};

/** Brings an archived recipient back to the lists, and says why it could not. */
export function BringBackButton({ account: { id, alias }, onDone }: BringBackButtonProps) {
  const { t } = useLingui();
  const failureMessage = useFailureMessage();
  const { mutate, isPending, error } = useMarkAccount(id);
  return (
    <>
      <Button
        pending={isPending}
        aria-label={t`Restore ${alias}`}
        onClick={() => mutate({ archived: false }, { onSuccess: onDone })}
      >
        <Trans>Restore</Trans>
      </Button>
      {error && <p role="alert">{failureMessage(error)}</p>}
    </>
  );
}
