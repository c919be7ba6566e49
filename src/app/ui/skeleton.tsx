import { Trans } from '@lingui/react/macro';
import styles from './skeleton.module.css';
import { VisuallyHidden } from './visually-hidden.tsx';

type SkeletonProps = { lines?: number | undefined };

/** Grey lines in place of text that is loading. */
export function Skeleton({ lines = 3 }: SkeletonProps) {
  return (
    <>
      <VisuallyHidden role="status">
        <Trans>Loading</Trans>
      </VisuallyHidden>
      <div className={styles.skeleton} data-skeleton aria-hidden="true">
        {Array.from({ length: lines }, (_, line) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the lines differ only in their position
          <div key={line} className={styles.bar} />
        ))}
      </div>
    </>
  );
}
