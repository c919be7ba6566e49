import { mkdir, rm, writeFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { chromium } from 'playwright-core';
import { build } from 'vite';
import { findChromium } from '../support/chromium.ts';
import { createScreenshotBrowser, type Screenshot } from './browser.ts';
import { contactSheet } from './contact-sheet.ts';
import { screenshots } from './screenshots.ts';

// Takes every screenshot, or those whose name holds one of the words given, light and dark,
// on a phone and on a desk; `screenshots/index.html` shows them side by side. `--built` takes the app as it
// was built the last time.

const root = fileURLToPath(new URL('../../', import.meta.url));
const appFolder = `${root}.cache/screenshots`;
const folder = `${root}screenshots`;
const themes = ['light', 'dark'] as const;
const widths = [390, 1280];
const atOnce = 3;

const asked = process.argv.slice(2).filter((word) => !word.startsWith('-'));
const wanted = screenshots.filter(
  ({ name }) => asked.length === 0 || asked.some((word) => name.includes(word)),
);
const started = performance.now();
if (!process.argv.includes('--built'))
  await build({ root, logLevel: 'error', mode: 'production', build: { outDir: appFolder } });
if (asked.length === 0) await rm(folder, { recursive: true, force: true });
await mkdir(folder, { recursive: true });

const browser = await chromium.launch({ executablePath: findChromium(), args: ['--no-sandbox'] });
const screenshotBrowser = createScreenshotBrowser(browser, appFolder);
const failures: string[] = [];
const queue = [...wanted];
await Promise.all(Array.from({ length: atOnce }, drain));
await screenshotBrowser.close();
await browser.close();
await writeFile(
  `${folder}/index.html`,
  contactSheet(
    screenshots.map(({ name }) => name),
    themes,
    widths,
  ),
);

const seconds = Math.round((performance.now() - started) / 1_000);
process.stdout.write(`${wanted.length} screenshots in ${seconds} s: ${folder}/index.html\n`);
if (failures.length > 0) {
  process.stderr.write(`${failures.join('\n')}\n`);
  process.exitCode = 1;
}

async function drain() {
  for (let screenshot = queue.shift(); screenshot; screenshot = queue.shift()) {
    const { name } = screenshot;
    await shoot(screenshot).catch((error: unknown) => {
      failures.push(`${name}: ${error}`);
    });
  }
}

function shoot(screenshot: Screenshot) {
  return screenshotBrowser.open(screenshot, async (page) => {
    for (const width of widths) {
      await page.setViewportSize({ width, height: 844 });
      // As high as the page, so that what sticks to the window's end stands at the page's.
      const height = await page.evaluate(() => document.documentElement.scrollHeight);
      await page.setViewportSize({ width, height });
      for (const colorScheme of themes) {
        await page.emulateMedia({ colorScheme });
        // A picture of a window that has just grown may show parts of it twice.
        await page.waitForTimeout(100);
        const path = `${folder}/${screenshot.name}-${width}-${colorScheme}.png`;
        await page.screenshot({ path, animations: 'disabled', caret: 'initial' });
      }
    }
  });
}
