import { Plural, Trans } from '@lingui/react/macro';
import type { TransferList } from '../../../../contract/api/transfer.ts';
import { useFailureMessage } from '../../../i18n/failure-message.ts';
import { Freshness } from '../../../live/freshness.tsx';
import { useFreshness } from '../../../live/use-freshness.ts';
import { Button } from '../../../ui/button.tsx';
import { Notice } from '../../../ui/notice.tsx';
import { Row } from '../../../ui/row.tsx';
import styles from './list-status.module.css';

export type ListStatusProps = {
  latest: TransferList;
  /** Why it could not be read again. */
  error: Error | null;
  onShowKeys: () => void;
};

/** How many there are and how fresh that is: above the rows, for the end of a long list is far. */
export function ListStatus({ latest, error, onShowKeys }: ListStatusProps) {
  const failureMessage = useFailureMessage();
  const { stopped } = useFreshness(latest);
  return (
    <>
      {error && !stopped && (
        <Notice
          tone="wait"
          role="status"
          title={<Trans>This list could not be brought up to date</Trans>}
        >
          <p>{failureMessage(error)}</p>
        </Notice>
      )}
      <Row between>
        <Row className={styles.facts}>
          <p className={styles.count} role="status">
            <Plural value={latest.total} one="# transfer" other="# transfers" />
          </p>
          <Freshness of={latest} />
        </Row>
        <Button variant="quiet" className={styles.keys} onClick={onShowKeys}>
          <Trans>Keys</Trans>
        </Button>
      </Row>
    </>
  );
}
