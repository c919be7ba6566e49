import { Trans } from '@lingui/react/macro';
import type { ReactNode } from 'react';
import { classNames } from './class-names.ts';
import { Icon } from './icon.tsx';
import styles from './timeline.module.css';
import { VisuallyHidden } from './visually-hidden.tsx';

export type TimelineStep = {
  key: string;
  status: 'done' | 'now' | 'next' | 'stopped';
  title: ReactNode;
  /** Shown under the title, each on its own line. */
  detail?: ReactNode;
};

type TimelineProps = {
  steps: readonly TimelineStep[];
  /** Its name for screen readers. */
  label?: string | undefined;
  /** From left to right, with short words. */
  across?: boolean | undefined;
};

const marks = {
  done: <Icon name="check" size={14} />,
  now: null,
  next: null,
  stopped: <Icon name="cross" size={14} />,
} as const;

function Status({ status }: Pick<TimelineStep, 'status'>) {
  switch (status) {
    case 'done':
      return <Trans>done</Trans>;
    case 'now':
      return <Trans>now</Trans>;
    case 'next':
      return <Trans>not yet</Trans>;
    case 'stopped':
      return <Trans>stopped here</Trans>;
  }
}

/** Steps that are done, current and to come. */
export function Timeline({ steps, label, across = false }: TimelineProps) {
  return (
    <ol aria-label={label} className={across ? styles.across : styles.timeline}>
      {steps.map(({ key, status, title, detail }) => (
        <li
          key={key}
          aria-current={status === 'now' ? 'step' : undefined}
          className={classNames(styles.step, styles[status])}
        >
          <span className={styles.dot} aria-hidden="true">
            {marks[status]}
          </span>
          <div>
            <p className={styles.title}>
              {title}
              <VisuallyHidden>
                {', '}
                <Status status={status} />
              </VisuallyHidden>
            </p>
            {detail && <div className={styles.line}>{detail}</div>}
          </div>
        </li>
      ))}
    </ol>
  );
}
