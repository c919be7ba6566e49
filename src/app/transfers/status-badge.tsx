import { sameForAll } from '../hydration/same-for-all.ts';
import { classNames } from '../ui/class-names.ts';
import { Icon, type IconName } from '../ui/icon.tsx';
import styles from './status-badge.module.css';
import { useServiceWord, useStateName, useStateWord } from './use-state-name.ts';

type StatusBadgeProps = {
  /** A transfer's state (contract 3), or the mark of an open send; an unknown one as the service calls it. */
  state: string;
  /** Without a background, for a row of a list. */
  plain?: boolean | undefined;
};

const icons = new Map<string, IconName>([
  ['pending', 'ring'],
  ['assigned', 'clock'],
  ['executed', 'check'],
  ['rejected', 'cross'],
  ['unconfirmed', 'clock'],
  ['unresolved', 'warning'],
]);

/** A transfer's state in words: see `useStateName`. */
export function StateName({ state }: Pick<StatusBadgeProps, 'state'>) {
  return useStateName()(state);
}

/** A state as an icon and a word, because color alone is not accessible (WCAG 1.4.1). */
export function StatusBadge({ state, plain = false }: StatusBadgeProps) {
  const stateWord = useStateWord();
  const own = useServiceWord()(state);
  const badge = () => (
    <span className={classNames(styles.badge, styles[state], plain && styles.plain)}>
      <Icon name={icons.get(state) ?? 'question'} size={14} />
      <span>
        <span className={styles.word}>{stateWord(state)}</span>
        {own !== undefined && (
          <span className={styles.word} data-service-word>
            {` · ${own}`}
          </span>
        )}
      </span>
    </span>
  );
  // An unknown state is a text of the service.
  return icons.has(state) ? sameForAll(JSON.stringify([state, plain, own]), badge) : badge();
}
