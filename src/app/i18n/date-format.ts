const formats = new Map<string, Intl.DateTimeFormat>();

/** The formatter of dates for that, which is made once and when it is first needed: to make one is slow. */
export function dateFormat(
  locale: string,
  options: Intl.DateTimeFormatOptions,
): Intl.DateTimeFormat {
  const key = JSON.stringify([locale, options]);
  const format = formats.get(key) ?? new Intl.DateTimeFormat(locale, options);
  formats.set(key, format);
  return format;
}
