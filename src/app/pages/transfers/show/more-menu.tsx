import { Trans, useLingui } from '@lingui/react/macro';
import { useState } from 'react';
import type { TransferDetail } from '../../../../contract/api/transfer.ts';
import { paths } from '../../../router/paths.ts';
import { Menu } from '../../../ui/menu.tsx';
import styles from './transfer.module.css';

export type MoreMenuProps = Pick<TransferDetail, 'transfer' | 'recipient'>;

/** What is done with a transfer more rarely. Its address holds its number and nothing of a person. */
export function MoreMenu({ transfer: { id }, recipient }: MoreMenuProps) {
  const { t } = useLingui();
  const [outcome, setOutcome] = useState<'copied' | 'refused'>();
  const url = new URL(paths.transfer(id), window.location.origin).href;
  const canShare = typeof navigator.share === 'function';

  function copy() {
    navigator.clipboard.writeText(url).then(
      () => setOutcome('copied'),
      () => setOutcome('refused'),
    );
  }

  async function share() {
    try {
      await navigator.share({ title: t`Transfer ${id}`, url });
    } catch (error) {
      // Who closes the choice of where to has changed their mind; any other failure leaves copying.
      if (!(error instanceof DOMException && error.name === 'AbortError')) copy();
    }
  }

  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: hears the focus leave, and is nothing to act on
    <div
      className={styles.more}
      onBlur={({ currentTarget, relatedTarget }) => {
        if (!currentTarget.contains(relatedTarget)) setOutcome(undefined);
      }}
    >
      <span role="status" className={styles.quiet}>
        {outcome === 'copied' && <Trans>Copied</Trans>}
        {outcome === 'refused' && <Trans>Could not copy</Trans>}
      </span>
      <Menu
        label={t`More`}
        items={[
          ...(canShare
            ? [{ key: 'share', label: <Trans>Share</Trans>, onPick: () => void share() }]
            : []),
          { key: 'copy', label: <Trans>Copy the link</Trans>, onPick: copy },
          ...(recipient
            ? [
                {
                  key: 'transfers',
                  label: <Trans>All transfers to this recipient</Trans>,
                  to: paths.transfers({ destination_account_id: recipient.id }),
                },
              ]
            : []),
        ]}
      />
    </div>
  );
}
