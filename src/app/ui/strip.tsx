import styles from './strip.module.css';

export type StripProps = {
  /** One bar each, the latest last: its height, 0 to 1, or null for one that is a gap in the row. */
  bars: readonly { key: string; height: number | null }[];
  /** How many there is room for. */
  room: number;
};

const step = 4;
const height = 64;

/** Many small bars side by side, the latest at the end; the figures stand in a table elsewhere. */
export function Strip({ bars, room }: StripProps) {
  const first = room - bars.length;
  return (
    <svg
      className={styles.strip}
      aria-hidden="true"
      width="100%"
      height={height}
      viewBox={`0 0 ${room * step} ${height}`}
      preserveAspectRatio="none"
    >
      {bars.map(({ key, height: share }, place) => {
        const x = (first + place) * step;
        // Another shape, not a colour alone.
        if (share === null) {
          return <path key={key} className={styles.gap} d={`M${x + 1.5} 0V${height}`} />;
        }
        const tall = Math.max(share * height, 2);
        return (
          <rect
            key={key}
            className={styles.bar}
            x={x}
            y={height - tall}
            width={step - 1}
            height={tall}
          />
        );
      })}
    </svg>
  );
}
