import { classNames } from '../ui/class-names.ts';
import { Icon, type IconName } from '../ui/icon.tsx';
import styles from './status-badge.module.css';
import { useStateName } from './use-state-name.ts';

export type StatusBadgeProps = {
  /** A transfer's state (contract 3); an unknown one is shown as it came. */
  state: string;
};

const icons = new Map<string, IconName>([
  ['pending', 'ring'],
  ['assigned', 'clock'],
  ['executed', 'check'],
  ['rejected', 'cross'],
]);

/** A state as an icon and a word, never as a colour alone. */
export function StatusBadge({ state }: StatusBadgeProps) {
  const stateName = useStateName();
  return (
    <span className={classNames(styles.badge, styles[state])}>
      <Icon name={icons.get(state) ?? 'question'} size={14} />
      {stateName(state)}
    </span>
  );
}
