import { type CSSProperties, type ReactNode, useState } from 'react';
import { Card } from '../ui/card.tsx';
import { classNames } from '../ui/class-names.ts';
import { Icon, type IconName } from '../ui/icon.tsx';
import { textEms } from '../ui/text-ems.ts';
import { VisuallyHidden } from '../ui/visually-hidden.tsx';
import styles from './state-card.module.css';

const icons = {
  sent: 'send',
  accepted: 'check',
  progress: 'clock',
  completed: 'check',
  rejected: 'cross',
  unsent: 'cross',
  doubt: 'clock',
  unknown: 'question',
} as const satisfies Record<string, IconName>;

/** What a state looks like; `doubt` also gets a border, because it must not be overlooked. */
export type StateMark = keyof typeof icons;

type StateCardProps = {
  mark: StateMark;
  /** In place of the mark's drawing, such as a countdown. */
  drawing?: ReactNode;
  /** The page's only h1: the state in a few words. */
  title: ReactNode;
  /** Which transfer it is, for screen readers alone. */
  about?: ReactNode;
  /** The widest figure in the words: they shrink where it does not fit, so that it never breaks. */
  figure?: string | undefined;
  /** What happens next. */
  children?: ReactNode;
  /** Below the words: the steps, a link. */
  below?: ReactNode;
  /** The name of the live region. */
  label?: string | undefined;
};

/**
 * The first card of a transfer's pages: its state, and what happens next. Changes are announced. Its key is
 * the transfer's id: a state that comes while the card is shown is news.
 */
export function StateCard(props: StateCardProps) {
  const { mark, drawing, title, about, figure = '', children, below, label } = props;
  const [first] = useState(mark);
  const ems: CSSProperties & { '--ems': number } = { '--ems': textEms(figure) };
  return (
    <Card as="section" className={classNames(mark === 'doubt' && styles.warning)}>
      <div className={classNames(styles.head, Boolean(drawing) && styles.wide)}>
        {drawing || <Mark mark={mark} isNews={mark !== first} />}
        <div role="status" aria-label={label} className={styles.words} style={ems}>
          <h1 tabIndex={-1}>
            {about && <VisuallyHidden>{about}: </VisuallyHidden>}
            {title}
          </h1>
          {children && <div className={styles.next}>{children}</div>}
        </div>
      </div>
      {below && <div className={styles.below}>{below}</div>}
    </Card>
  );
}

function Mark({ mark, isNews }: { mark: StateMark; isNews: boolean }) {
  if (mark === 'completed') {
    return (
      <span className={classNames(styles.mark, styles.completed)}>
        <svg
          aria-hidden="true"
          viewBox="0 0 24 24"
          className={classNames(styles.check, isNews && styles.drawn)}
        >
          {/* A length of 1, so that the stroke is drawn without measuring it. */}
          <path d="m5 12.5 4.5 4.5L19 7.5" pathLength="1" />
        </svg>
      </span>
    );
  }
  return (
    <span aria-hidden="true" className={classNames(styles.mark, styles[mark])}>
      <Icon name={icons[mark]} size={20} />
    </span>
  );
}
