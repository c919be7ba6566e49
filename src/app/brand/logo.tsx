import { classNames } from '../ui/class-names.ts';
import { useBrand } from './brand-provider.tsx';
import styles from './logo.module.css';

type LogoProps = { large?: boolean | undefined };

export function Logo({ large = false }: LogoProps) {
  const brand = useBrand();
  return (
    <span className={classNames(styles.logo, large && styles.large)}>
      {brand?.logo && <img src={brand.logo} alt="" />}
      {brand?.logo === null && <Mark />}
      {brand?.name}
    </span>
  );
}

/** The lines of Giro's mark, in a square of 26. */
export const markLines = ['M21.5 9.2A9.2 9.2 0 1 0 22 15', 'M22.4 3.6v6.2h-6.2'];

function Mark() {
  return (
    <svg
      aria-hidden="true"
      viewBox="0 0 26 26"
      fill="none"
      stroke="currentColor"
      strokeWidth="3.2"
      strokeLinecap="round"
    >
      {markLines.map((line) => (
        <path key={line} d={line} />
      ))}
    </svg>
  );
}
