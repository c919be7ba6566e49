import type { AppLocale } from '../../src/contract/api/languages.ts';

/** One variant of a screenshot. */
type Shot = { language: AppLocale; width: number; theme: 'light' | 'dark' };

/** The file name of a screenshot; English is not named. */
export function fileOf(name: string, { language, width, theme }: Shot): string {
  const spoken = language === 'en' ? name : `${name}-${language}`;
  return `${spoken}-${width}-${theme}.png`;
}

/** An HTML page of all screenshots, one name in each row. */
export function contactSheet(names: readonly string[], shots: readonly Shot[]): string {
  const rows = names.map((name) => {
    const pictures = shots.map((shot) => {
      const file = fileOf(name, shot);
      return `<a href="${file}"><img loading="lazy" src="${file}" alt="${file}" style="max-width:${shot.width / 2.5}px"></a>`;
    });
    return `<section id="${name}"><h2><a href="#${name}">${name}</a></h2><div>${pictures.join('')}</div></section>`;
  });
  return `<!doctype html><html lang="en"><meta charset="utf-8"><title>Giro, every screenshot</title><style>
body{font:16px system-ui;margin:24px;background:#888}
div{display:flex;flex-wrap:wrap;gap:16px;align-items:start}
img{display:block;border:1px solid #555}
a{color:#000}
</style>${rows.join('\n')}</html>\n`;
}
