import axe, { type Result, type RunOptions } from 'axe-core';
import type { Page } from 'playwright-core';

/** WCAG 2.2 AA and axe's best practices. */
const everything: RunOptions = {
  runOnly: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'],
  resultTypes: ['violations'],
};
/** The rules whose result can change with the theme, and with the language. */
const parts = {
  colours: { runOnly: { type: 'rule', values: ['color-contrast'] } },
  words: { ...everything, rules: { 'color-contrast': { enabled: false } } },
} satisfies Record<string, RunOptions>;

type Violation = { rule: string; what: string; where: string };

/** The page's violations of all rules, or of some. */
export async function findViolations(page: Page, part?: keyof typeof parts): Promise<Violation[]> {
  const options = part ? parts[part] : everything;
  // Evaluated by the browser's protocol, because the CSP allows no other script in the page.
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
