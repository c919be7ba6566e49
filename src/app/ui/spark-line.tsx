import styles from './spark-line.module.css';

export type SparkLineProps = {
  /** Oldest first, two or more: where on the way, and how high. The units don't matter. */
  points: readonly { at: number; value: number }[];
};

const width = 300;
const height = 60;
const margin = 5;

/** How something moved, for the eye alone: words or a table stand beside it. */
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
      {/* A line without length has round ends, whatever the picture is stretched to. */}
      <path d={`M${places.at(-1)}h0`} className={styles.end} />
    </svg>
  );
}

/** From the span of the values to a span of the picture; to its middle where they are all alike. */
function scale(values: readonly number[], from: number, to: number) {
  const low = Math.min(...values);
  const span = Math.max(...values) - low;
  return (value: number) => {
    const part = span > 0 ? (value - low) / span : 0.5;
    return Math.round((from + part * (to - from)) * 10) / 10;
  };
}
