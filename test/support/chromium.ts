import { accessSync, constants } from 'node:fs';
import { delimiter, join } from 'node:path';

const names = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable', 'chrome'];
const elsewhere = ['/Applications/Google Chrome.app/Contents/MacOS/Google Chrome'];

/** Path of a Chromium: CHROME_PATH, then the usual names. Throws with instructions if there is none. */
export function findChromium(env: NodeJS.ProcessEnv = process.env): string {
  const { CHROME_PATH: chosen } = env;
  if (chosen) {
    if (isExecutable(chosen)) return chosen;
    throw new Error(`CHROME_PATH=${chosen} is no program: set it to your Chromium, or unset it.`);
  }
  const folders = (env.PATH ?? '').split(delimiter);
  const places = [
    ...folders.flatMap((folder) => names.map((name) => join(folder, name))),
    ...elsewhere,
  ];
  const found = places.find(isExecutable);
  if (found) return found;
  throw new Error(
    'No Chromium found: install one (Debian: apt-get install chromium) or set CHROME_PATH to yours.',
  );
}

/** True if CHROME_PATH is set or a Chromium is installed. */
export function isChromiumThere(env: NodeJS.ProcessEnv = process.env): boolean {
  if (env.CHROME_PATH) return true;
  try {
    return findChromium(env) !== '';
  } catch {
    return false;
  }
}

function isExecutable(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}
