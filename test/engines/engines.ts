import { delimiter, join } from 'node:path';
import { isExecutable, launchChromium } from '../support/chromium.ts';
import { driveChromium } from './chromium.ts';
import type { Driver } from './driver.ts';
import { launchFirefox } from './firefox.ts';

type Engine = {
  name: string;
  /** Starts it; null where this machine lacks it. */
  launch: (() => Promise<Driver>) | null;
  install: string;
};

/** Path of the first of these programs that is in the PATH. */
function programOf(...names: string[]): string | undefined {
  const folders = (process.env.PATH ?? '').split(delimiter).filter(Boolean);
  return names.flatMap((name) => folders.map((folder) => join(folder, name))).find(isExecutable);
}

const firefox = programOf('firefox-esr', 'firefox');

/** The engines that are walked, each with what starts it on this machine. */
export const engines: readonly Engine[] = [
  {
    name: 'Chromium',
    // Fetched where the machine has none.
    launch: async () => driveChromium(await launchChromium()),
    install: 'chromium',
  },
  {
    name: 'Firefox',
    launch: firefox ? () => launchFirefox(firefox) : null,
    install: 'firefox-esr',
  },
];
