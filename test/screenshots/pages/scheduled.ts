import type { Screenshot } from '../browser.ts';
import type { UserDriver } from '../user-driver.ts';

const fixture = 'scheduled';

/** The first one asks its person: that takes a rate that falls. */
function asks(body: string): string {
  return body
    .replace('"state":"waiting"', '"state":"needs_you"')
    .replace('"reason":null', '"reason":"worse-rate"');
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
  { name: 'scheduled-home', as: 'sender', fixture, at: '/', shows: 'All scheduled' },
  {
    name: 'scheduled-recipient',
    as: 'sender',
    fixture,
    at: '/recipients/:mama',
    shows: 'Not sent yet',
  },
];
