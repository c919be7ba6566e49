import type { TransferDetail } from '../../../../contract/api/transfer.ts';
import { Tail } from '../../../ui/tail.tsx';

export type RecipientAccountProps = { recipient: NonNullable<TransferDetail['recipient']> };

/** Where the money goes, of the account's number only the end. */
export function RecipientAccount({ recipient }: RecipientAccountProps) {
  const { bank_name, account_tail, country_name } = recipient;
  return (
    <>
      {bank_name} {account_tail && <Tail end={account_tail} />}
      {country_name && <div>{country_name}</div>}
    </>
  );
}
