import { nextYear } from '../../support/orders.ts';
import type { Screenshot } from '../browser.ts';
import type { UserDriver } from '../user-driver.ts';

const fixture = 'scheduled';

/** The first one asks its person since an hour ago, of a minimum above the rate: that takes its day. */
function asks(body: string): string {
  const due = new Date(Date.now() - 3_600_000).toISOString();
  return body
    .replace('"state":"waiting"', '"state":"needs_you"')
    .replace('"reason":null', '"reason":"worse-rate"')
    .replace('"floor":"20000000"', '"floor":"22000000"')
    .replace(/"release_at":"[^"]*"/, `"release_at":"${due}"`);
}

/** From the page before, because what came with a page is asked for again only later. */
const openFromTransfers = ({ page }: UserDriver) =>
  page.locator('nav a[href="/scheduled"]').click();

export const scheduledScreenshots: Screenshot[] = [
  { name: 'scheduled', as: 'sender', fixture, at: '/scheduled', shows: 'Coming up' },
  {
    name: 'scheduled-none',
    as: 'sender',
    fixture: 'fresh',
    at: '/scheduled',
    shows: 'Nothing is scheduled',
  },
  {
    name: 'scheduled-asks',
    as: 'sender',
    fixture,
    at: '/transfers',
    before: ({ change }) => change(/\/api\/orders$/, asks),
    acts: openFromTransfers,
    shows: 'Needs you',
  },
  {
    name: 'scheduled-skip',
    as: 'sender',
    fixture,
    at: '/scheduled',
    acts: ({ page }) => page.locator('main section').last().locator('button').first().click(),
    shows: 'Cancel',
  },
  { name: 'scheduled-transfers', as: 'sender', fixture, at: '/transfers', shows: 'All scheduled' },
  { name: 'scheduled-home', as: 'sender', fixture, at: '/', shows: 'All scheduled' },
  {
    name: 'scheduled-recipient',
    as: 'sender',
    fixture,
    at: '/recipients/:mama',
    shows: 'Not sent yet',
  },
  {
    name: 'scheduled-edit',
    as: 'sender',
    fixture,
    at: '/scheduled/:monthly/edit',
    shows: 'All from here',
  },
  {
    name: 'scheduled-edit-one',
    as: 'sender',
    fixture,
    at: `/scheduled/:monthly/edit?day=${nextYear}-10-31`,
    shows: 'Which one',
  },
  {
    name: 'scheduled-order',
    as: 'sender',
    fixture,
    at: '/sends/:monthly',
    shows: 'We send it on {on}, {place} time. You can still stop it.',
  },
  {
    name: 'scheduled-order-asks',
    as: 'sender',
    fixture,
    at: '/sends/:monthly',
    before: ({ change }) => change('**/api/sends/*', asks),
    shows: 'You saw',
  },
  {
    name: 'scheduled-support',
    as: 'support',
    fixture,
    at: '/support/people/:person',
    shows: 'Not sent yet',
  },
  {
    name: 'scheduled-support-stop',
    as: 'support',
    fixture,
    at: '/support/people/:person',
    acts: ({ page }) => page.locator('main li button').first().click(),
    shows: 'Stop this transfer?',
  },
];
