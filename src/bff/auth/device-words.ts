// The first that matches: browsers also name those that they are like.
const browsers = [
  [/\bEdg(e|A|iOS)?\//, 'Edge'],
  [/\bOPR\/|\bOPiOS\/|\bOpera\b/, 'Opera'],
  [/\bSamsungBrowser\//, 'Samsung Internet'],
  [/\b(Firefox|FxiOS)\//, 'Firefox'],
  [/\b(HeadlessChrome|Chrome|CriOS)\//, 'Chrome'],
  [/\bSafari\//, 'Safari'],
] as const;
const systems = [
  [/\biPhone\b/, 'iPhone'],
  [/\biPad\b/, 'iPad'],
  [/\bAndroid\b/, 'Android'],
  [/\bCrOS\b/, 'ChromeOS'],
  [/\bWindows\b/, 'Windows'],
  [/\bMacintosh\b|\bMac OS X\b/, 'Mac'],
  [/\bLinux\b/, 'Linux'],
] as const;

/**
 * Two short words for the browser and system of a sign-in, by which a person knows it again; null for what the
 * User-Agent does not name. Nothing else of it is kept: it can tell one person from others.
 */
export function deviceWords(userAgent: string | undefined) {
  const nameIn = (names: readonly (readonly [RegExp, string])[]) =>
    names.find(([pattern]) => pattern.test(userAgent ?? ''))?.[1] ?? null;
  return { browser: nameIn(browsers), system: nameIn(systems) };
}
