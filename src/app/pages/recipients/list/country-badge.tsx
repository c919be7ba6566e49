import type { Country } from '../../../../contract/country.ts';
import { CodeBadge } from '../../../ui/code-badge.tsx';
import styles from './country-badge.module.css';

export type CountryBadgeProps = { country: Country };

/** A country's code; that of a digital asset stands beside a coin (contract 2.4). */
export function CountryBadge({ country: { code, is_asset } }: CountryBadgeProps) {
  return (
    <CodeBadge>
      {is_asset ? (
        <span className={styles.asset}>
          <Coin />
          {code}
        </span>
      ) : (
        code
      )}
    </CodeBadge>
  );
}

// Drawn, for few fonts have the signs of digital assets.
function Coin() {
  return (
    <svg
      aria-hidden="true"
      width="12"
      height="12"
      viewBox="0 0 12 12"
      fill="none"
      stroke="currentColor"
      strokeWidth="1.5"
    >
      <circle cx="6" cy="6" r="5" />
      <path d="M6 3.4 8.6 6 6 8.6 3.4 6Z" fill="currentColor" stroke="none" />
    </svg>
  );
}
