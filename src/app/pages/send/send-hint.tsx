import { Trans } from '@lingui/react/macro';
import type { ReactNode } from 'react';
import type { DestinationAccount } from '../../../contract/api/destination-account.ts';
import type { Quote } from '../../../contract/api/quote.ts';
import { isPayable } from '../../../contract/payable.ts';
import type { EarlierSends } from './earlier-sends.tsx';
import styles from './page.module.css';

type Ready = {
  isOnline: boolean;
  /** Whether the recipient changed after the person read it. */
  changed: boolean;
  account: DestinationAccount;
  quote: Quote | undefined;
  /** Undefined where they are in nobody's way: what is sent later asks for itself. */
  earlier: EarlierSends | undefined;
  /** The transfer needs a second factor, and the person has none that counts. */
  factor: 'factor' | 'new-factor' | null;
};

/** The first of what keeps the button from being pressed; null for nothing. */
export function whatIsMissing(ready: Ready): Missing | null {
  const { isOnline, changed, account, quote, earlier } = ready;
  if (!isOnline) return 'network';
  if (account.archived) return 'archived';
  if (changed) return 'recipient';
  if (!isPayable(account)) return 'address';
  if (ready.factor) return ready.factor;
  if (earlier?.underWay) return 'outcome';
  if (quote === undefined) return 'estimate';
  return earlier && earlier.unresolved.length > 0 && earlier.again === null ? 'choice' : null;
}

/** What blocks Send. */
export type Missing =
  | 'network'
  | 'archived'
  | 'recipient'
  | 'address'
  | 'factor'
  | 'new-factor'
  | 'estimate'
  | 'outcome'
  | 'choice';

type SendHintProps = {
  id: string;
  missing: Missing | null;
  /** What pressing it means. */
  children: ReactNode;
};

/** Describes the button: what blocks it, or what pressing it means. */
export function SendHint({ id, missing, children }: SendHintProps) {
  return (
    <p id={id} className={styles.hint}>
      {missing === null ? children : <MissingWords missing={missing} />}
    </p>
  );
}

function MissingWords({ missing }: { missing: Missing }) {
  switch (missing) {
    case 'network':
      return <Trans>You’re offline. You can send as soon as you are connected.</Trans>;
    case 'estimate':
      return <Trans>You can send once there is an estimate.</Trans>;
    case 'outcome':
      return <Trans>You can send once we know the result of the first one.</Trans>;
    case 'archived':
      return <Trans>To send, restore the recipient first.</Trans>;
    case 'recipient':
      return <Trans>To send, confirm the new details above first.</Trans>;
    case 'choice':
      return <Trans>To send again, tick the box above first.</Trans>;
    case 'factor':
      return <Trans>To send, set up two-step verification first.</Trans>;
    case 'new-factor':
      return <Trans>You can send once your two-step verification is a day old.</Trans>;
    case 'address':
      return <Trans>Add the wallet address first.</Trans>;
  }
}
