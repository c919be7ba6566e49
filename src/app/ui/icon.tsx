import type { CSSProperties } from 'react';

const paths = {
  check: 'M3 8.5 6.5 12 13 4.5',
  cross: 'M4 4l8 8M12 4l-8 8',
  chevron: 'M4 6l4 4 4-4',
  ring: 'M8 2.5a5.5 5.5 0 1 0 0 11 5.5 5.5 0 0 0 0-11Z',
  clock: 'M8 2.5a5.5 5.5 0 1 0 0 11 5.5 5.5 0 0 0 0-11ZM8 5v3.2l2 1.3',
  warning: 'M8 2.3 1.8 13.2h12.4ZM8 6.6v3M8 11.4v.1',
  stop: 'M8 1.8a6.2 6.2 0 1 0 0 12.4A6.2 6.2 0 0 0 8 1.8ZM8 5v3.6M8 10.9v.1',
  question: 'M5.6 6a2.4 2.4 0 1 1 3.6 2.1c-.8.4-1.2.8-1.2 1.7M8 12.4v.1',
  more: 'M3 8h.01M8 8h.01M13 8h.01',
  globe:
    'M8 1.8a6.2 6.2 0 1 0 0 12.4A6.2 6.2 0 0 0 8 1.8ZM1.8 8h12.4M8 1.8c3.4 3.6 3.4 8.8 0 12.4M8 1.8c-3.4 3.6-3.4 8.8 0 12.4',
  send: 'M14 2 7 9M14 2 9.6 14 7 9 2 6.4z',
  people:
    'M6 2.9a2.4 2.4 0 1 1 0 4.8 2.4 2.4 0 0 1 0-4.8ZM1.7 13.3c.4-2.5 2.1-3.7 4.3-3.7s3.9 1.2 4.3 3.7M10.7 3.2a2.3 2.3 0 0 1 0 4.3M12.1 9.9c1.3.5 2 1.7 2.2 3.4',
  list: 'M2.7 4.7H10M2.7 8h10.6M2.7 11.3h6M12 3l1.7 1.7L12 6.3',
  search: 'M7 2.5a4.5 4.5 0 1 0 0 9 4.5 4.5 0 0 0 0-9ZM10.3 10.3l3.4 3.4',
  pulse: 'M1.7 8h3L6.5 3.3l3 9.4L11.3 8h3',
  back: 'M10 3.3 5.3 8l4.7 4.7',
  swap: 'M5.3 2.7v10.6m0 0L2.7 10.7m2.6 2.6 2.7-2.6M10.7 13.3V2.7m0 0L8 5.3m2.7-2.6 2.6 2.6',
  plus: 'M8 3v10M3 8h10',
  receipt: 'M4 2h6l2.7 2.7V14H4ZM9.3 2v3.3h3.4M6 8.7h4.7M6 11.3h4.7',
  share: 'M8 10V2.3m0 0L5.3 5M8 2.3 10.7 5M3.3 8.7v4.6h9.4V8.7',
  download: 'M8 2.3V10m0 0L5.3 7.3M8 10l2.7-2.7M3 13.3h10',
  help: 'M8 2.3a5.7 5.7 0 1 0 0 11.4A5.7 5.7 0 0 0 8 2.3ZM6.4 6.3a1.7 1.7 0 1 1 2.4 1.6c-.5.3-.8.7-.8 1.2M8 11.2v.1',
  filter: 'M2.7 4h10.6M4.7 8h6.6M6.7 12h2.6',
  pin: 'm8 2 1.8 3.8 4.1.5-3 2.9.7 4.1L8 11.3l-3.6 2 .7-4.1-3-2.9 4.1-.5Z',
  archive: 'M2.3 3h11.4v3H2.3ZM3.3 6v7.3h9.4V6M6.5 8.7h3',
  edit: 'M3 13l.7-2.9 7.5-7.5 2.2 2.2-7.5 7.5ZM9.6 4.2l2.2 2.2',
  copy: 'M5.6 5.6V2.7h7.7v7.7h-2.9M2.7 5.6h7.7v7.7H2.7Z',
  settings: 'M2.7 5h6m3.3 0h1.3M2.7 11H4m3.3 0h6M10.3 3.3v3.4M5.7 9.3v3.4',
  lock: 'M4 7.3h8v6H4ZM5.7 7.3V5a2.3 2.3 0 0 1 4.6 0v2.3',
  leave: 'M6.5 2.7H3v10.6h3.5M10 5l3 3-3 3M13 8H6.5',
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
  return (
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
  );
}
