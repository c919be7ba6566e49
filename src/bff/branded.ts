import { escapedHtml } from './first-paint.ts';
import type { Theme } from './theme.ts';

/** The page as it was built, with the operator's name in place of our own. */
export function branded(html: string, { name }: Pick<Theme, 'name'>): string {
  return html.replace(
    /(<title>|<meta name="application-name" content=")Giro/g,
    (_, before) => before + escapedHtml(name),
  );
}
