import { mkdir, rm, writeFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import type { Page } from 'playwright-core';
import { build } from 'vite';
import * as z from 'zod/mini';
import { type AppLocale, appLocales } from '../../src/contract/api/languages.ts';
import { launchChromium } from '../support/chromium.ts';
import { createScreenshotBrowser, type Screenshot } from './browser.ts';
import { contactSheet, fileOf } from './contact-sheet.ts';
import { screenshots } from './screenshots.ts';

// Takes every screenshot, or those whose name contains one of the arguments, light and dark, on a phone and a
// desk; `screenshots/index.html` shows them side by side. `--language es` (it can be repeated) takes them in
// another language, `--phone` only on a light phone, `--built` with the app as it was built the last time.

const root = fileURLToPath(new URL('../../', import.meta.url));
const appFolder = `${root}.cache/screenshots`;
const folder = `${root}screenshots`;
const atOnce = 3;

const { values: options, positionals: asked } = parseArgs({
  allowPositionals: true,
  options: {
    built: { type: 'boolean', default: false },
    phone: { type: 'boolean', default: false },
    language: { type: 'string', multiple: true, default: ['en'] },
  },
});
const themes = options.phone ? (['light'] as const) : (['light', 'dark'] as const);
const widths = options.phone ? [390] : [390, 1280];
const languages = z.array(z.enum(appLocales)).parse(options.language);
const wanted = screenshots.filter(
  ({ name }) => asked.length === 0 || asked.some((word) => name.includes(word)),
);
const started = performance.now();
if (!options.built)
  await build({ root, logLevel: 'error', mode: 'production', build: { outDir: appFolder } });
if (asked.length === 0) await rm(folder, { recursive: true, force: true });
await mkdir(folder, { recursive: true });

const browser = await launchChromium();
const screenshotBrowser = createScreenshotBrowser(browser, appFolder);
const failures: string[] = [];
const queue = languages.flatMap((language) =>
  wanted.map((screenshot) => ({ screenshot, language })),
);
await Promise.all(Array.from({ length: atOnce }, drain));
await screenshotBrowser.close();
await browser.close();
await writeFile(
  `${folder}/index.html`,
  contactSheet(
    screenshots.map(({ name }) => name),
    languages.flatMap((language) =>
      widths.flatMap((width) => themes.map((theme) => ({ language, width, theme }))),
    ),
  ),
);

const seconds = Math.round((performance.now() - started) / 1_000);
process.stdout.write(`${wanted.length} states in ${seconds} s: ${folder}/index.html\n`);
if (failures.length > 0) {
  process.stderr.write(`${failures.join('\n')}\n`);
  process.exitCode = 1;
}

async function drain() {
  for (let next = queue.shift(); next; next = queue.shift()) {
    const { screenshot, language } = next;
    await shoot(screenshot, language).catch((error: unknown) => {
      failures.push(`${screenshot.name} (${language}): ${error}`);
    });
  }
}

function shoot(screenshot: Screenshot, language: AppLocale) {
  const take = async (page: Page) => {
    for (const width of widths) {
      await page.setViewportSize({ width, height: 844 });
      // As high as the page, so that elements fixed to the viewport's bottom are at the page's end.
      const height = await page.evaluate(() => document.documentElement.scrollHeight);
      await page.setViewportSize({ width, height });
      for (const theme of themes) {
        await page.emulateMedia({ colorScheme: theme });
        // A screenshot right after the resize may show parts twice.
        await page.waitForTimeout(100);
        const path = `${folder}/${fileOf(screenshot.name, { language, width, theme })}`;
        await page.screenshot({ path, animations: 'disabled', caret: 'initial' });
      }
    }
  };
  return screenshotBrowser.open(screenshot, take, { language });
}
