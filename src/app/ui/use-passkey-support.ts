import { useHydrated } from '../hydration/hydrated-part.tsx';

/** Whether this browser has passkeys. True until hydration: the server can't know, and nearly all have them. */
export function usePasskeySupport(): boolean {
  return !useHydrated() || 'PublicKeyCredential' in window;
}
