/** A page on which all pictures can be looked at: one name a row. */
export function contactSheet(
  names: readonly string[],
  themes: readonly string[],
  widths: readonly number[],
): string {
  const rows = names.map((name) => {
    const pictures = widths.flatMap((width) =>
      themes.map((theme) => {
        const file = `${name}-${width}-${theme}.png`;
        return `<a href="${file}"><img loading="lazy" src="${file}" alt="${file}" style="max-width:${width / 2.5}px"></a>`;
      }),
    );
    return `<section id="${name}"><h2><a href="#${name}">${name}</a></h2><div>${pictures.join('')}</div></section>`;
  });
  return `<!doctype html><html lang="en"><meta charset="utf-8"><title>Giro, every screenshot</title><style>
body{font:16px system-ui;margin:24px;background:#888}
div{display:flex;flex-wrap:wrap;gap:16px;align-items:start}
img{display:block;border:1px solid #555}
a{color:#000}
</style>${rows.join('\n')}</html>\n`;
}
