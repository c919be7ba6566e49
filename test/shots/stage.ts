import type { Browser, BrowserContext, Page, Route } from 'playwright-core';
import { languageCookie } from '../../src/contract/api/languages.ts';
import type { ProblemName } from '../../src/contract/api/problem.ts';
import { problems } from '../../src/contract/api/problem-table.ts';
import type { Role } from '../../src/contract/api/session.ts';
import { fetchLanguages } from './speak.ts';
import { readWords, type Words } from './words.ts';
import { startWorld, type World, type WorldName } from './worlds.ts';

/** A page and what a person may do on it, in whatever language: `name` is the message in the source. */
export type Hands = {
  page: Page;
  words: Words;
  /** A button or a link. */
  press: (name: string) => Promise<void>;
  /** Into a field. */
  type: (label: string, text: string) => Promise<void>;
  /** An option of a list that one types into: the first that fits. */
  choose: (label: string, text: string) => Promise<void>;
  /** Waits until that stands on the page: a message, or whatever it may say. */
  see: (message: string | RegExp) => Promise<void>;
  /** The BFF answers a problem to what fits the pattern, of that method where one is given. */
  refuse: (pattern: string | RegExp, problem: ProblemName, method?: string) => Promise<unknown>;
  /** The BFF never answers what fits the pattern. */
  hang: (pattern: string | RegExp) => Promise<unknown>;
  /** What fits the pattern is answered, but changed. */
  change: (pattern: string | RegExp, edit: (body: string) => string) => Promise<unknown>;
  /** No network any more. */
  disconnect: () => Promise<void>;
};

export type Scene = {
  name: string;
  as: Role | null;
  /** 'lived in' unless told. */
  world?: WorldName;
  /** The address; `:name` stands for a fact of the world. */
  at: string;
  /** Before the page opens: what is not as usual. */
  before?: (hands: Hands) => Promise<unknown>;
  /** What a person does there. */
  acts?: (hands: Hands) => Promise<unknown>;
  /** The message, or whatever it may say, by which the scene is known to stand. */
  shows: string | RegExp;
};

// Calls that are never answered. Left to themselves, they would go on to the BFF when their page closes.
const held = new WeakMap<Page, Route[]>();

/** A browser and the worlds, each started once, in which every scene can be opened. */
export function createStage(browser: Browser, appFolder?: string) {
  const worlds = new Map<WorldName, Promise<World>>();
  const contexts = new Map<string, Promise<BrowserContext>>();
  // To open a page takes longer than to look at it, so that one is used again where nothing was done on it.
  const untouched = new Map<BrowserContext, Page[]>();

  function worldOf(name: WorldName): Promise<World> {
    const world = worlds.get(name) ?? startWorld(name, appFolder);
    worlds.set(name, world);
    return world;
  }

  function contextOf(world: World, as: Role | null, language: string): Promise<BrowserContext> {
    const key = `${world.url} ${as} ${language}`;
    const context = contexts.get(key) ?? openContext(world, as, language);
    contexts.set(key, context);
    return context;
  }

  async function openContext({ url }: World, as: Role | null, language: string) {
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
    if (isUntouched && !left) await page.addInitScript(() => sessionStorage.clear());
    return page;
  }

  return {
    /** Plays a scene on a page as new, and does something there. */
    async play<T>(
      scene: Scene,
      look: (page: Page) => Promise<T>,
      { language = 'en', viewport = { width: 1280, height: 900 } } = {},
    ): Promise<T> {
      const world = await worldOf(scene.world ?? 'lived in');
      const context = await contextOf(world, scene.as, language);
      let isUntouched = !scene.before && !scene.acts;
      const page = await openPage(context, isUntouched);
      await page.setViewportSize(viewport);
      const hands = handsOn(page, readWords(language));
      try {
        await scene.before?.(hands);
        await page.goto(address(scene.at, world));
        await scene.acts?.(hands);
        await hands.see(scene.shows);
        await stillness(page);
        return await look(page);
      } catch (error) {
        isUntouched = false;
        throw error;
      } finally {
        for (const route of held.get(page) ?? []) await route.abort();
        if (isUntouched) untouched.set(context, [...(untouched.get(context) ?? []), page]);
        else await page.close();
      }
    },
    async close() {
      for (const context of contexts.values()) await (await context).close();
      for (const world of worlds.values()) await (await world).close();
    },
  };
}

function address(template: string, { facts }: World): string {
  return template.replace(/:([a-z-]+)/g, (_whole, name: string) => {
    const fact = facts[name];
    if (fact === undefined) throw new Error(`this world has no :${name}`);
    return fact;
  });
}

function handsOn(page: Page, words: Words): Hands {
  const there = (message: string | RegExp) =>
    page
      .getByText(typeof message === 'string' ? words(message) : message)
      .filter({ visible: true });
  /** In the BFF's place. The page comes without its first data, so that it asks for all by itself. */
  async function answer(pattern: string | RegExp, handler: (route: Route) => unknown) {
    await page.route(pattern, handler);
    await page.route('**', async (route) => {
      if (route.request().resourceType() !== 'document') return route.fallback();
      await route.fulfill({
        response: await route.fetch({ url: new URL('/shell', route.request().url()).href }),
      });
    });
  }
  return {
    page,
    words,
    press: (name) => {
      const button = page.getByRole('button', { name: words(name) });
      return button
        .or(page.getByRole('link', { name: words(name) }))
        .first()
        .click();
    },
    type: (label, text) => page.getByLabel(words(label)).first().fill(text),
    async choose(label, text) {
      await page.getByRole('combobox', { name: words(label) }).fill(text);
      await page.getByRole('option').first().click();
    },
    see: (message) => there(message).first().waitFor(),
    refuse: (pattern, name, method) =>
      answer(pattern, (route) => {
        if (method && route.request().method() !== method) return route.fallback();
        const [status, title] = problems[name];
        const body = JSON.stringify({ type: `/problems/${name}`, title, status });
        return route.fulfill({ status, contentType: 'application/problem+json', body });
      }),
    hang: (pattern) =>
      answer(pattern, (route) => {
        held.set(page, [...(held.get(page) ?? []), route]);
      }),
    change: (pattern, edit) =>
      answer(pattern, async (route) => {
        const response = await route.fetch();
        await route.fulfill({ response, body: edit(await response.text()) });
      }),
    async disconnect() {
      await fetchLanguages(page);
      const session = await page.context().newCDPSession(page);
      const nothing = { latency: 0, downloadThroughput: 0, uploadThroughput: 0 };
      await session.send('Network.emulateNetworkConditions', { offline: true, ...nothing });
    },
  };
}

/** Until the page has not changed for a moment, as at most a clock on it does. */
function stillness(page: Page): Promise<void> {
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
