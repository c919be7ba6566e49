/** Without it, some spreadsheets read the file in an older encoding and break each accent. */
export const byteOrderMark = '\ufeff';

/** Writes a line of CSV (RFC 4180). */
export const lineOf = (cells: readonly string[]) => `${cells.map(cellOf).join(',')}\r\n`;

// CSV injection: matches the start of a formula, also after quotes and spaces. Some spreadsheets split cells
// at ';', a tab or '|' and ignore our quotes, so a formula after one of these or a line break counts too.
const formula = /(?<=^|[;|\t\r\n])(?=["\s]*[=+\-@＝＋－＠])/g;

/** Writes one cell. An apostrophe before what looks like a formula keeps a spreadsheet from running it. */
export function cellOf(text: string): string {
  const harmless = text.replace(formula, "'");
  return /[",\r\n]/.test(harmless) ? `"${harmless.replaceAll('"', '""')}"` : harmless;
}
