import { Trans } from '@lingui/react/macro';
import type { ReactNode } from 'react';
import { classNames } from './class-names.ts';
import { Icon, type IconName } from './icon.tsx';
import styles from './status-badge.module.css';

export type StatusBadgeProps = {
  /** A transfer's state (contract 3); an unknown one is shown as it came. */
  state: string;
};

function face(state: string): { icon: IconName; word: ReactNode } {
  switch (state) {
    case 'pending':
      return { icon: 'ring', word: <Trans>Pending</Trans> };
    case 'assigned':
      return { icon: 'clock', word: <Trans>Assigned</Trans> };
    case 'executed':
      return { icon: 'check', word: <Trans>Executed</Trans> };
    case 'rejected':
      return { icon: 'cross', word: <Trans>Rejected</Trans> };
    default:
      return { icon: 'question', word: state };
  }
}

/** A state as an icon and a word, never as a colour alone. */
export function StatusBadge({ state }: StatusBadgeProps) {
  const { icon, word } = face(state);
  return (
    <span className={classNames(styles.badge, styles[state])}>
      <Icon name={icon} size={14} />
      {word}
    </span>
  );
}
