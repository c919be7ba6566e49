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
