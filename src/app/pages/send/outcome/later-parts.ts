import { neededPart } from '../../../hydration/optional-part.ts';

// The loader fetches the one that its page has: a part that is still missing when the page is shown would take the
// page's title with it, and so the focus.

/** What support works with: senders don't load it. */
export const casePart = neededPart(async () => (await import('./case.tsx')).CasePart);

/** What is not sent at once: most transfers are. */
export const orderPart = neededPart(async () => (await import('./order.tsx')).OrderPart);
