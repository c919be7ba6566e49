import { readFileSync } from 'node:fs';
import type { Result, RunOptions } from 'axe-core';
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

/** Minified: less than half of `axe.source`, which each page has to be sent and to read. */
const source = readFileSync('node_modules/axe-core/axe.min.js', 'utf8');

type Violation = { rule: string; what: string; where: string };

/** The page's violations of all rules, or of some. */
export async function findViolations(page: Page, part?: keyof typeof parts): Promise<Violation[]> {
  const options = part ? parts[part] : everything;
  // Evaluated by the browser's protocol, because the CSP allows no other script in the page.
  if (!(await page.evaluate("'axe' in window"))) await page.evaluate(source);
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
