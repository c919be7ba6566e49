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
} as const;

export type IconName = keyof typeof paths;

export type IconProps = { name: IconName; size?: number | undefined };

/** A mark beside words that say the same, so it is hidden from screen readers. */
export function Icon({ name, size = 16 }: IconProps) {
  return (
    <svg
      aria-hidden="true"
      width={size}
      height={size}
      viewBox="0 0 16 16"
      fill="none"
      stroke="currentColor"
      strokeWidth="1.8"
      strokeLinecap="round"
      strokeLinejoin="round"
    >
      <path d={paths[name]} />
    </svg>
  );
}
