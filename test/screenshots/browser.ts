import type { Browser, BrowserContext, Page } from 'playwright-core';
import { languageCookie } from '../../src/contract/api/languages.ts';
import type { Role } from '../../src/contract/api/session.ts';
import { untilAlive } from '../support/hydrated.ts';
import { type Fixture, type FixtureName, startFixture } from './fixtures.ts';
import { createTranslate } from './translate.ts';
import { abortHeldCalls, createUserDriver, type UserDriver } from './user-driver.ts';

export type Screenshot = {
  name: string;
  as: Role | null;
  /** Default: 'lived in'. */
  fixture?: FixtureName;
  /** The address; `:name` is replaced by an id of the fixture. */
  at: string;
  /** Runs before the page opens, to change what the BFF answers. */
  before?: (user: UserDriver) => Promise<unknown>;
  /** The person's actions on the page. */
  acts?: (user: UserDriver) => Promise<unknown>;
  /** A message, or a pattern, that appears when the page is ready. */
  shows: string | RegExp;
};

/** Starts a browser, and each fixture once, to open screenshots in. */
export function createScreenshotBrowser(browser: Browser, appFolder?: string) {
  const fixtures = new Map<FixtureName, Promise<Fixture>>();
  const contexts = new Map<string, Promise<BrowserContext>>();
  // Opening a page takes longer than checking it, so a page without actions is reused.
  const untouched = new Map<BrowserContext, Page[]>();

  function fixtureOf(name: FixtureName): Promise<Fixture> {
    const fixture = fixtures.get(name) ?? startFixture(name, appFolder);
    fixtures.set(name, fixture);
    return fixture;
  }

  function contextOf(fixture: Fixture, as: Role | null, language: string): Promise<BrowserContext> {
    const key = `${fixture.url} ${as} ${language}`;
    const context = contexts.get(key) ?? openContext(fixture, as, language);
    contexts.set(key, context);
    return context;
  }

  async function openContext({ url }: Fixture, as: Role | null, language: string) {
    const context = await browser.newContext({
      baseURL: url,
      locale: language,
      reducedMotion: 'reduce',
      serviceWorkers: 'block',
    });
    context.setDefaultTimeout(15_000);
    await context.addCookies([{ name: languageCookie, value: language, url }]);
    if (as) {
      const { origin } = new URL(url);
      const data = { email: `${as}@giro.example`, password: 'sandbox' };
      await context.request.post('/api/session', { data, headers: { origin } });
    }
    return context;
  }

  async function openPage(context: BrowserContext, isUntouched: boolean): Promise<Page> {
    const left = isUntouched ? untouched.get(context)?.pop() : undefined;
    const page = left ?? (await context.newPage());
    if (isUntouched && !left) {
      await page.addInitScript(() => {
        if (location.protocol !== 'about:') sessionStorage.clear();
      });
    }
    return page;
  }

  return {
    /** Opens a screenshot's page and calls the function with it. */
    async open<T>(
      screenshot: Screenshot,
      look: (page: Page) => Promise<T>,
      { language = 'en', viewport = { width: 1280, height: 900 } } = {},
    ): Promise<T> {
      const fixture = await fixtureOf(screenshot.fixture ?? 'lived in');
      const context = await contextOf(fixture, screenshot.as, language);
      let isUntouched = !screenshot.before && !screenshot.acts;
      const page = await openPage(context, isUntouched);
      await page.setViewportSize(viewport);
      const user = createUserDriver(page, createTranslate(language));
      try {
        await screenshot.before?.(user);
        await page.goto(address(screenshot.at, fixture));
        // A skeleton may stay one.
        if (await page.locator('#root[data-shown]').count()) await untilAlive(page);
        await screenshot.acts?.(user);
        await user.see(screenshot.shows);
        await stillness(page);
        return await look(page);
      } catch (error) {
        isUntouched = false;
        throw error;
      } finally {
        await abortHeldCalls(page);
        if (isUntouched) {
          // A page of the app would go on polling and streaming until its next use.
          await page.goto('about:blank');
          untouched.set(context, [...(untouched.get(context) ?? []), page]);
        } else await page.close();
      }
    },
    async close() {
      for (const context of contexts.values()) await (await context).close();
      for (const fixture of fixtures.values()) await (await fixture).close();
    },
  };
}

function address(template: string, { ids }: Fixture): string {
  return template.replace(/:([a-z-]+)/g, (_whole, name: string) => {
    const id = ids[name];
    if (id === undefined) throw new Error(`this fixture has no :${name}`);
    return id;
  });
}

/** Waits until the page has not changed for a moment, apart from a clock. */
export function stillness(page: Page): Promise<void> {
  return page.evaluate(
    () =>
      new Promise<void>((still) => {
        let timer = setTimeout(end, 150);
        const latest = setTimeout(end, 3_000);
        const observer = new MutationObserver(() => {
          clearTimeout(timer);
          timer = setTimeout(end, 150);
        });
        observer.observe(document, { subtree: true, childList: true, attributes: true });
        function end() {
          clearTimeout(timer);
          clearTimeout(latest);
          observer.disconnect();
          still();
        }
      }),
  );
}
