/** How a locale writes numbers: its decimal mark, and a whole number with its grouping. */
export type NumberStyle = { decimal: string; writeWhole: (whole: bigint) => string };

// Building an Intl.NumberFormat is slow enough to show in a list of thousands of amounts.
const styles = new Map<string, NumberStyle>();

/**
 * The style of a BCP 47 locale, always in Latin digits, so that what is written can be read back, and
 * always grouped: some locales leave four digits together, "2143,96" above "12.143,96".
 * Throws a RangeError when `locale` is no language tag.
 */
export function numberStyle(locale: string): NumberStyle {
  const known = styles.get(locale);
  if (known) return known;

  const format = new Intl.NumberFormat(locale, { numberingSystem: 'latn', useGrouping: 'always' });
  const mark = format.formatToParts('0.5').find((part) => part.type === 'decimal');
  const style = {
    decimal: mark?.value ?? '.',
    writeWhole: (whole: bigint) => format.format(whole),
  };
  styles.set(locale, style);
  return style;
}
