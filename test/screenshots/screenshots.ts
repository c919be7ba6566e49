import { pageAt } from '../../src/contract/api/pages.ts';
import type { Screenshot } from './browser.ts';
import { anyPageScreenshots } from './pages/any-page.ts';
import { approveScreenshots } from './pages/approve.ts';
import { peopleScreenshots } from './pages/people.ts';
import { quoteScreenshots } from './pages/quote.ts';
import { recipientScreenshots } from './pages/recipients.ts';
import { scheduledScreenshots } from './pages/scheduled.ts';
import { sendScreenshots } from './pages/send.ts';
import { settingsScreenshots } from './pages/settings.ts';
import { supportScreenshots } from './pages/support.ts';
import { transferScreenshots } from './pages/transfers.ts';

/** Every page in every state, for the screenshots and for the checks on every page. */
export const screenshots: readonly Screenshot[] = [
  ...anyPageScreenshots,
  ...quoteScreenshots,
  ...sendScreenshots,
  ...recipientScreenshots,
  ...transferScreenshots,
  ...scheduledScreenshots,
  ...approveScreenshots,
  ...supportScreenshots,
  ...settingsScreenshots,
  ...peopleScreenshots,
];

/** The page of a screenshot's address, whose `:names` stand for an id of the service, or for a key. */
export function folderOf({ at }: Screenshot): string {
  const found = ['1', '00000000-0000-4000-8000-000000000000'].map((id) =>
    pageAt(new URL(at.replace(/:[a-z-]+/g, id), 'http://giro')),
  );
  return found.find((page) => page !== undefined)?.folder ?? 'not-found';
}
