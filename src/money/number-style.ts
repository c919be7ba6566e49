/** How a locale writes numbers: its decimal separator, and an integer of 0 or more with digit grouping. */
export type NumberStyle = { decimal: string; writeWhole: (whole: bigint) => string };

const styles = new Map<string, NumberStyle>();

/**
 * Returns the number style of a BCP 47 locale. Digits are always Latin, so that `readAmount` can parse
 * them, and always grouped: some locales write "2143,96" but "12.143,96", which is hard to compare.
 * Throws a RangeError when `locale` is not a language tag.
 */
export function numberStyle(locale: string): NumberStyle {
  const style = styles.get(locale) ?? styleOf(numberSample(locale));
  styles.set(locale, style);
  return style;
}

/**
 * Writes a sample number in a locale, from which its style can be read: "123.456.789.012,5".
 * Throws a RangeError when `locale` is not a language tag.
 */
export function numberSample(locale: string): string {
  const format = new Intl.NumberFormat(locale, { numberingSystem: 'latn', useGrouping: 'always' });
  return format.format(123_456_789_012.5);
}

/** Sets a locale's style from its sample, which spares the slow start of Intl. */
export function keepNumberSample(locale: string, sample: string): void {
  styles.set(locale, styleOf(sample));
}

function styleOf(sample: string): NumberStyle {
  const digits = sample.split(/\D+/);
  const marks = sample.split(/\d+/).filter(Boolean);
  // The groups from the right: the last one, and all before it, which in India have another length.
  const [last = 3, other = last] = [digits.at(-2)?.length, digits.at(-3)?.length];
  const [group = ',', decimal = '.'] = [marks[0], marks.at(-1)];

  function writeWhole(whole: bigint): string {
    let left = whole.toString();
    let written = left.slice(-last);
    for (left = left.slice(0, -last); left !== ''; left = left.slice(0, -other))
      written = left.slice(-other) + group + written;
    return written;
  }
  return { decimal, writeWhole };
}
