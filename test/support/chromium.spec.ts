import { expect, test } from 'vitest';
import { findChromium, placesOfChromium } from './chromium.ts';

test('is looked for in the PATH, as each system writes it', () => {
  expect(placesOfChromium({ PATH: '/usr/bin:/opt/bin' }, 'linux')).toEqual(
    expect.arrayContaining(['/usr/bin/chromium', '/opt/bin/google-chrome']),
  );
  expect(placesOfChromium({ Path: 'C:\\Tools;D:\\Bin' }, 'win32')).toEqual(
    expect.arrayContaining(['C:\\Tools\\chromium.exe', 'D:\\Bin\\chrome.exe']),
  );
});

test('is looked for where Windows and macOS install it', () => {
  expect(placesOfChromium({ ProgramFiles: 'C:\\Program Files' }, 'win32')).toEqual([
    'C:\\Program Files\\Google\\Chrome\\Application\\chrome.exe',
    'C:\\Program Files\\Chromium\\Application\\chrome.exe',
    'C:\\Program Files\\Microsoft\\Edge\\Application\\msedge.exe',
  ]);
  expect(placesOfChromium({}, 'darwin')).toContain(
    '/Applications/Chromium.app/Contents/MacOS/Chromium',
  );
});

test('a CHROME_PATH that is no program is named', async () => {
  await expect(findChromium({ CHROME_PATH: '/nope' })).rejects.toThrow(
    'CHROME_PATH=/nope is no program',
  );
});
