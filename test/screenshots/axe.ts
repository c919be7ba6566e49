import axe, { type Result, type RunOptions } from 'axe-core';
import type { Page } from 'playwright-core';

/** WCAG 2.2 AA, and what its authors hold good practice besides. */
const everything: RunOptions = {
  runOnly: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'],
  resultTypes: ['violations'],
};
/** What another theme can change, and what another language can. */
const parts = {
  colours: { runOnly: { type: 'rule', values: ['color-contrast'] } },
  words: { ...everything, rules: { 'color-contrast': { enabled: false } } },
} satisfies Record<string, RunOptions>;

export type Violation = { rule: string; what: string; where: string };

/** What the page breaks of those rules, or of a part of them. */
export async function findViolations(page: Page, part?: keyof typeof parts): Promise<Violation[]> {
  const options = part ? parts[part] : everything;
  // Not as a script of the page, which may run none but its own.
  if (!(await page.evaluate("'axe' in window"))) await page.evaluate(axe.source);
  const found: Result[] = await page.evaluate(
    `axe.run(document, ${JSON.stringify(options)}).then(({ violations }) => violations)`,
  );
  return found.flatMap(({ id, help, nodes }) =>
    nodes.map(({ html, failureSummary = help }) => ({
      rule: id,
      what: failureSummary.replace(/\s+/g, ' '),
      where: html.slice(0, 200),
    })),
  );
}
