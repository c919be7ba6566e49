import { Plural } from '@lingui/react/macro';
import { VisuallyHidden } from '../../../ui/visually-hidden.tsx';
import styles from './new-pill.module.css';

export type NewPillProps = { count: number; onPress: () => void };

/** What came in above what the person looks at; nothing moves until they want to see it. */
export function NewPill({ count, onPress }: NewPillProps) {
  return (
    <>
      <VisuallyHidden role="status">
        {count > 0 && <Plural value={count} one="# new transfer" other="# new transfers" />}
      </VisuallyHidden>
      {count > 0 && (
        <div className={styles.place}>
          <button type="button" className={styles.pill} onClick={onPress}>
            <span aria-hidden="true">↑</span> <Plural value={count} one="# new" other="# new" />
          </button>
        </div>
      )}
    </>
  );
}
