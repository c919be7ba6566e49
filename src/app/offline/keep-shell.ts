type Policy = { createScriptURL(input: string): string };
type Factory = { createPolicy(name: string, rules: Policy): Policy };

declare global {
  interface Window {
    /** Not in every browser. Its types say that a URL made by it is no string, which no function takes. */
    trustedTypes?: Factory;
  }
}

const address = '/sw.js';

/** Lets the app open without a network from now on. Where that can't be, all else works as it is. */
export function keepShell(): void {
  // Over plain http there is none, but on this machine.
  if (!('serviceWorker' in navigator)) return;
  // The one policy that the server allows, and the one address that it ever answers.
  const policy = window.trustedTypes?.createPolicy('giro-worker', {
    createScriptURL: () => address,
  });
  const register = () =>
    navigator.serviceWorker
      .register(policy?.createScriptURL(address) ?? address)
      // A browser may put off looking for a newer one for as long as this one is busy.
      .then((registration) => registration.update())
      // Storage can be full or forbidden: the app does without.
      .catch(() => null);
  // What the page itself needs comes first.
  if (document.readyState === 'complete') void register();
  else window.addEventListener('load', () => void register(), { once: true });
}
