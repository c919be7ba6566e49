type Policy = { createScriptURL(input: string): string };
type Factory = { createPolicy(name: string, rules: Policy): Policy };

declare global {
  interface Window {
    /** Undefined in some browsers. Typed to return strings, because DOM functions accept no TrustedScriptURL. */
    trustedTypes?: Factory;
  }
}

const address = '/sw.js';

/** Registers the service worker, so that the app opens without a network. Failure changes nothing else. */
export function keepShell(): void {
  // Missing over plain HTTP, except on localhost.
  if (!('serviceWorker' in navigator)) return;
  // The one Trusted Types policy that the CSP allows; it can only return this address.
  const policy = window.trustedTypes?.createPolicy('giro-worker', {
    createScriptURL: () => address,
  });
  const register = () =>
    navigator.serviceWorker
      .register(policy?.createScriptURL(address) ?? address)
      // A browser may delay its own check for an update while the worker is busy.
      .then((registration) => registration.update())
      // Storage can be full or blocked: the app works without a worker.
      .catch(() => null);
  // After `load`, so that it does not compete with the page's own requests.
  if (document.readyState === 'complete') void register();
  else window.addEventListener('load', () => void register(), { once: true });
}
