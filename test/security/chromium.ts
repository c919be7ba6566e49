import type { Page } from 'playwright-core';
import { launchChromium } from '../support/chromium.ts';
import type { Actor, Fixture } from './fixture.ts';

/** Runs the work in a Chromium with a session of the actor. */
export async function withPage(fixture: Fixture, as: Actor, work: (page: Page) => Promise<void>) {
  const browser = await launchChromium();
  try {
    const context = await browser.newContext({ locale: 'en-US' });
    const [name = '', value = ''] = (await fixture.newCookie(as)).split('=');
    if (name) {
      const cookie = { name, value, url: fixture.url, httpOnly: true, sameSite: 'Strict' } as const;
      await context.addCookies([cookie]);
    }
    await work(await context.newPage());
  } finally {
    await browser.close();
  }
}
