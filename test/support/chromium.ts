import { accessSync, constants } from 'node:fs';
import { posix, win32 } from 'node:path';
import { type Browser, chromium } from 'playwright-core';
import { fetchChromium } from '../machine/fetch.ts';

const names = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable', 'chrome'];
const macs = ['Google Chrome', 'Chromium', 'Microsoft Edge'];
const windows = [
  'Google\\Chrome\\Application\\chrome.exe',
  'Chromium\\Application\\chrome.exe',
  'Microsoft\\Edge\\Application\\msedge.exe',
];

// The popups of the address bar are pages, with a process of their own in each window: half of what a test costs. Only
// the last list of features counts, so Playwright's stand here too.
const chromiumArgs = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  `--disable-features=${[
    ...['WebUIOmniboxPopup', 'WebUIOmniboxFullPopup', 'WebUIOmniboxAimPopup'],
    ...['HttpsUpgrades', 'HttpsFirstBalancedModeAutoEnable', 'PaintHolding', 'MediaRouter'],
    ...['ThirdPartyStoragePartitioning', 'AvoidCorsURLLoaderRestartOnRedirect', 'LensOverlay'],
    ...['AvoidUnnecessaryBeforeUnloadCheckSync', 'DestroyProfileOnBrowserClose', 'AimEnabled'],
    ...['OptimizationHints', 'NetworkTimeServiceQuerying', 'PreconnectToSearch'],
  ]}`,
];

/** Where a Chromium may be: in the PATH, then where Windows and macOS install it. */
export function placesOfChromium(env: NodeJS.ProcessEnv, platform: NodeJS.Platform): string[] {
  const isWindows = platform === 'win32';
  const { delimiter, join } = isWindows ? win32 : posix;
  // Windows writes the variable as Path.
  const folders = (env.PATH ?? env.Path ?? '').split(delimiter).filter(Boolean);
  const programs = isWindows ? names.map((name) => `${name}.exe`) : names;
  const inPath = folders.flatMap((folder) => programs.map((name) => join(folder, name)));
  if (isWindows) {
    const roots = [env.ProgramFiles, env['ProgramFiles(x86)'], env.LOCALAPPDATA];
    const installed = roots.flatMap((root) =>
      root === undefined ? [] : windows.map((path) => join(root, path)),
    );
    return [...inPath, ...installed];
  }
  if (platform !== 'darwin') return inPath;
  return [...inPath, ...macs.map((name) => `/Applications/${name}.app/Contents/MacOS/${name}`)];
}

/** Path of a Chromium: CHROME_PATH, the usual places, then the fetched one, which is fetched if need be. */
export async function findChromium(env: NodeJS.ProcessEnv = process.env): Promise<string> {
  const { CHROME_PATH: chosen } = env;
  if (chosen) {
    if (isExecutable(chosen)) return chosen;
    throw new Error(`CHROME_PATH=${chosen} is no program: set it to your Chromium, or unset it.`);
  }
  const found = placesOfChromium(env, process.platform).find(isExecutable);
  return found ?? fetchChromium();
}

/** Starts a Chromium that shows nothing and calls nobody. */
export async function launchChromium(
  more: readonly string[] = [],
  find: () => Promise<string> = findChromium,
): Promise<Browser> {
  return chromium.launch({
    executablePath: await find(),
    args: [...chromiumArgs, ...more],
  });
}

export function isExecutable(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}
