import styles from './spark-line.module.css';

type SparkLineProps = {
  /** Two or more points, oldest first, in any units. */
  points: readonly { at: number; value: number }[];
};

const width = 300;
const height = 60;
const margin = 5;

/** A small line chart, hidden from screen readers: needs words or a table beside it. */
export function SparkLine({ points }: SparkLineProps) {
  const x = scale(
    points.map(({ at }) => at),
    margin,
    width - margin,
  );
  const y = scale(
    points.map(({ value }) => value),
    height - margin,
    margin,
  );
  const places = points.map(({ at, value }) => `${x(at)} ${y(value)}`);
  return (
    <svg
      viewBox={`0 0 ${width} ${height}`}
      preserveAspectRatio="none"
      aria-hidden="true"
      className={styles.line}
    >
      <path d={`M${places.join('L')}`} />
      {/* A line without length draws a round dot, however the picture is stretched. */}
      <path d={`M${places.at(-1)}h0`} className={styles.end} />
    </svg>
  );
}

/** A linear scale from the values to a range of the picture; its middle if all values are equal. */
function scale(values: readonly number[], from: number, to: number) {
  const low = Math.min(...values);
  const span = Math.max(...values) - low;
  return (value: number) => {
    const part = span > 0 ? (value - low) / span : 0.5;
    return Math.round((from + part * (to - from)) * 10) / 10;
  };
}
