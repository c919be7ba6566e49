import { Trans } from '@lingui/react/macro';
import styles from './skeleton.module.css';
import { VisuallyHidden } from './visually-hidden.tsx';

export type SkeletonProps = { lines?: number | undefined };

/** Grey lines where text is to come. */
export function Skeleton({ lines = 3 }: SkeletonProps) {
  return (
    <>
      <VisuallyHidden role="status">
        <Trans>Loading</Trans>
      </VisuallyHidden>
      <div className={styles.skeleton} data-skeleton aria-hidden="true">
        {Array.from({ length: lines }, (_, line) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the lines have no identity but their place
          <div key={line} className={styles.bar} />
        ))}
      </div>
    </>
  );
}
