import type { Clock } from './clock.ts';
import { writeJson } from './wire.ts';

export type TransferState = 'pending' | 'assigned' | 'executed' | 'rejected';

/** A transfer (contract 2.2). */
export type Transfer = {
  id: bigint;
  source_amount_cents: bigint;
  source_amount_currency: string;
  destination_amount_cents: bigint;
  destination_amount_currency: string;
  state: TransferState;
  destination_account_id: bigint;
};
export type NewTransfer = Omit<Transfer, 'id' | 'state'>;

/** `fate` is the final state of a transfer; `text` caches its JSON until the state changes. */
type Stored = {
  transfer: Transfer;
  created_at: number;
  fate: TransferState;
  text: string | null;
};

type TransferStoreOptions = {
  clock: Clock;
  assigned_after_ms: number;
  settled_after_ms: number;
  first_id?: bigint | undefined;
};
export type TransferStore = ReturnType<typeof createTransferStore>;

const defaultFirstId = 9001n;

/** Creates the store of transfers, in order of creation. States are computed from the clock on each read. */
export function createTransferStore(options: TransferStoreOptions) {
  const firstId = options.first_id ?? defaultFirstId;
  const stored: Stored[] = [];
  const byId = new Map<bigint, Stored>();
  const byAccount = new Map<bigint, Stored[]>();

  function stateNow({ created_at, fate }: Stored): TransferState {
    const age = options.clock.now() - created_at;
    if (fate === 'pending' || age < options.assigned_after_ms) return 'pending';
    return age < options.settled_after_ms ? 'assigned' : fate;
  }

  function current(one: Stored): Stored {
    const state = stateNow(one);
    if (state !== one.transfer.state) {
      one.transfer = { ...one.transfer, state };
      one.text = null;
    }
    return one;
  }

  function currentText(one: Stored): string {
    const { transfer, text } = current(one);
    one.text = text ?? writeJson(transfer);
    return one.text;
  }

  return {
    add(
      wanted: NewTransfer,
      fate: TransferState = 'executed',
      created_at = options.clock.now(),
    ): Transfer {
      const { destination_account_id, ...amounts } = wanted;
      const id = firstId + BigInt(stored.length);
      const transfer: Transfer = { id, ...amounts, state: 'pending', destination_account_id };
      const one: Stored = { transfer, created_at, fate, text: null };
      stored.push(one);
      byId.set(id, one);
      const ofAccount = byAccount.get(destination_account_id);
      if (ofAccount) ofAccount.push(one);
      else byAccount.set(destination_account_id, [one]);
      return transfer;
    },
    find(id: bigint): Transfer | undefined {
      const one = byId.get(id);
      return one && current(one).transfer;
    },
    all: (): Transfer[] => stored.map((one) => current(one).transfer),
    /** The JSON of all(), cached by transfer, because a list of 100,000 is slow to serialise each time. */
    allText: (): string => `[${stored.map(currentText).join(',')}]`,
    hasExecuted: (account: bigint): boolean =>
      (byAccount.get(account) ?? []).some((one) => current(one).transfer.state === 'executed'),
  };
}
