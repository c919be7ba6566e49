import { Link, type LinkProps } from './link.tsx';
import styles from './row-link.module.css';

export type RowLinkProps = Omit<LinkProps, 'className'>;

/** The title of a row in a list, which leads there from wherever the row is touched. */
export function RowLink(props: RowLinkProps) {
  return <Link {...props} className={styles.link} />;
}
