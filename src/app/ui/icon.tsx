import type { CSSProperties } from 'react';
import { sameForAll } from '../hydration/same-for-all.ts';

const paths = {
  check: 'M3 8.5 6.5 12 13 4.5',
  cross: 'M4 4l8 8M12 4l-8 8',
  chevron: 'M4 6l4 4 4-4',
  ring: 'M8 2.5a5.5 5.5 0 1 0 0 11 5.5 5.5 0 0 0 0-11Z',
  clock: 'M8 2.5a5.5 5.5 0 1 0 0 11 5.5 5.5 0 0 0 0-11ZM8 5v3.2l2 1.3',
  warning: 'M8 2.3 1.8 13.2h12.4ZM8 6.6v3M8 11.4v.1',
  stop: 'M8 1.8a6.2 6.2 0 1 0 0 12.4A6.2 6.2 0 0 0 8 1.8ZM8 5v3.6M8 10.9v.1',
  question: 'M5.6 6a2.4 2.4 0 1 1 3.6 2.1c-.8.4-1.2.8-1.2 1.7M8 12.4v.1',
  globe:
    'M8 1.8a6.2 6.2 0 1 0 0 12.4A6.2 6.2 0 0 0 8 1.8ZM1.8 8h12.4M8 1.8c3.4 3.6 3.4 8.8 0 12.4M8 1.8c-3.4 3.6-3.4 8.8 0 12.4',
  send: 'M14 2 7 9M14 2 9.6 14 7 9 2 6.4z',
  people:
    'M6 2.9a2.4 2.4 0 1 1 0 4.8 2.4 2.4 0 0 1 0-4.8ZM1.7 13.3c.4-2.5 2.1-3.7 4.3-3.7s3.9 1.2 4.3 3.7M10.7 3.2a2.3 2.3 0 0 1 0 4.3M12.1 9.9c1.3.5 2 1.7 2.2 3.4',
  list: 'M2.7 4.7H10M2.7 8h10.6M2.7 11.3h6M12 3l1.7 1.7L12 6.3',
  search: 'M7 2.5a4.5 4.5 0 1 0 0 9 4.5 4.5 0 0 0 0-9ZM10.3 10.3l3.4 3.4',
  pulse: 'M1.7 8h3L6.5 3.3l3 9.4L11.3 8h3',
  back: 'M10 3.3 5.3 8l4.7 4.7',
  pin: 'm8 2 1.8 3.8 4.1.5-3 2.9.7 4.1L8 11.3l-3.6 2 .7-4.1-3-2.9 4.1-.5Z',
  copy: 'M5.6 5.6V2.7h7.7v7.7h-2.9M2.7 5.6h7.7v7.7H2.7Z',
  receipt: 'M4 2h6l2.7 2.7V14H4ZM9.3 2v3.3h3.4M6 8.7h4.7M6 11.3h4.7',
} as const;

export type IconName = keyof typeof paths;

type IconProps = {
  name: IconName;
  /** In pixels at the usual text size; it grows with the text. */
  size?: number | undefined;
};

/** An icon beside words that say the same, so it is hidden from screen readers. */
export function Icon({ name, size = 16 }: IconProps) {
  return <Drawing path={paths[name]} size={size} />;
}

/** An icon that only one page has: its path, in a square of 16. */
export function Drawing({ path, size }: { path: string; size: number }) {
  const own: CSSProperties & { '--icon': string } = { '--icon': `${size / 16}rem` };
  return sameForAll(`drawing ${size} ${path}`, () => (
    <svg
      aria-hidden="true"
      style={size === 16 ? undefined : own}
      viewBox="0 0 16 16"
      fill="none"
      stroke="currentColor"
      strokeWidth="1.8"
      strokeLinecap="round"
      strokeLinejoin="round"
    >
      {/* Lines of one width at every size. */}
      <path d={path} vectorEffect="non-scaling-stroke" />
    </svg>
  ));
}
