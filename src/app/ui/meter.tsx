import { Bar, type BarProps } from './bar.tsx';
import hidden from './visually-hidden.module.css';

export type MeterProps = BarProps & {
  label: string;
  /** What it says in words, as it stands beside it. */
  text: string;
};

/** How much of a whole is left, 0 to 1. */
export function Meter({ label, text, ...bar }: MeterProps) {
  return (
    <>
      <meter className={hidden.hidden} aria-label={label} aria-valuetext={text} value={bar.share} />
      <Bar {...bar} />
    </>
  );
}
