import { Plural, Trans } from '@lingui/react/macro';
import type { TransferList } from '../../../../contract/api/transfer.ts';
import { Freshness } from '../../../live/freshness.tsx';
import { OutdatedNotice } from '../../../live/outdated-notice.tsx';
import { useFreshness } from '../../../live/use-freshness.ts';
import { ShortcutsButton } from '../../../shortcuts/shortcuts-help.tsx';
import { Row } from '../../../ui/stack.tsx';
import styles from './list-status.module.css';

export type ListStatusProps = {
  latest: TransferList;
  /** Why it could not be read again. */
  error: Error | null;
  onShowKeys: () => void;
};

/** How many there are and how fresh that is: above the rows, for the end of a long list is far. */
export function ListStatus({ latest, error, onShowKeys }: ListStatusProps) {
  const { stopped } = useFreshness(latest);
  return (
    <>
      {error && !stopped && (
        <OutdatedNotice
          title={<Trans>This list could not be brought up to date</Trans>}
          error={error}
        />
      )}
      <Row between>
        <Row className={styles.facts}>
          <p className={styles.count} role="status">
            <Plural value={latest.total} one="# transfer" other="# transfers" />
          </p>
          <Freshness of={latest} />
        </Row>
        <ShortcutsButton onClick={onShowKeys} />
      </Row>
    </>
  );
}
