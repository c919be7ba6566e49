import { expect, onTestFinished } from 'vitest';
import { createBrowser } from '../../support/browser.ts';
import { type Claims, passProvider, startProvider } from '../../support/oidc-provider.ts';
import { startBff } from '../../support/start-bff.ts';

export const giro = 'http://localhost';
export const ana = {
  name: 'Ana Díaz',
  email: 'Ana@Org.example',
  email_verified: true,
  giro_role: 'sender',
};

/** Starts Giro with a provider that has these people, and a browser. */
export async function startBoth(
  people: Record<string, Claims> = { ana },
  env: Record<string, string> = {},
) {
  const provider = await startProvider({ giro, people });
  const time = { now: Date.now() };
  const bff = await startBff({
    env: { ...provider.env, ...env },
    sandbox: { clock: { now: () => time.now } },
  });
  onTestFinished(() => bff.close());
  return { ...bff, provider, time, browser: createBrowser(bff.app) };
}

export type Browser = ReturnType<typeof createBrowser>;

/** Navigates and returns the redirect target. */
export async function go(browser: Browser, address: string) {
  const { pathname, search } = new URL(address, giro);
  const answer = await browser.call('GET', pathname + search);
  expect(answer.status).toBe(303);
  return answer.headers.get('location') ?? '';
}

/** Starts a sign-in and returns the provider's URL. */
export const begin = (browser: Browser, next = '') => go(browser, `/api/sign-in/oidc${next}`);

/** Signs in through the provider and returns the final URL. */
export async function signIn(browser: Browser, as: string, next = '') {
  return go(browser, await passProvider(await begin(browser, next), as));
}

/** The sign-in page with this problem. */
export const problem = (slug: string) => `/sign-in?problem=${slug}`;
export const whoIs = async (browser: Browser) =>
  (await browser.call('GET', '/api/session')).body.user;
