import { Trans } from '@lingui/react/macro';
import { Card } from '../../ui/card.tsx';
import styles from './first-steps.module.css';

/** What is to come, for who opens the page for the first time. */
export function FirstSteps() {
  return (
    <Card>
      <h2>
        <Trans>Three steps</Trans>
      </h2>
      <ol className={styles.steps}>
        <li>
          <Trans>Say where the money goes and how much: you see at once what arrives.</Trans>
        </li>
        <li>
          <Trans>Choose who gets it.</Trans>
        </li>
        <li>
          <Trans>Check it and send. The rate is set then, and you follow the money here.</Trans>
        </li>
      </ol>
    </Card>
  );
}
