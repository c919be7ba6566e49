import type { Screenshot } from '../browser.ts';

const fixture = 'approving';
const at = '/approve/:large';

/** Everything that can be unusual about one, which would take days to come about. */
function unusual(body: string): string {
  const at = new Date(Date.now() - 86_400_000).toISOString();
  const odd = [
    { what: 'first-payment' },
    { what: 'changed-details', paid_at: at, paid_tail: '7730' },
    { what: 'far-more', usual_cents: '250000', times: 19, count: 14 },
    { what: 'same-as-colleague', name: 'Bo Lindqvist', at },
  ];
  return body.replace(/"unusual":\[.*?\]/, `"unusual":${JSON.stringify(odd)}`);
}

export const approveScreenshots: Screenshot[] = [
  { name: 'approve', as: 'approver', fixture, at: '/approve', shows: 'Nothing unusual' },
  {
    name: 'approve-none',
    as: 'approver',
    fixture: 'fresh',
    at: '/approve',
    shows: 'Nothing waits for approval',
  },
  { name: 'approve-one', as: 'approver', fixture, at, shows: 'You approve exactly this' },
  {
    name: 'approve-unusual',
    as: 'approver',
    fixture,
    at,
    before: ({ change }) => change(/\/api\/approvals\/[\w-]+$/, unusual),
    shows: 'What is unusual',
  },
  {
    name: 'approve-late',
    as: 'approver',
    fixture,
    at: '/approve/:declined',
    shows: 'It no longer waits for approval',
  },
  {
    name: 'approve-declining',
    as: 'approver',
    fixture,
    at,
    acts: ({ press }) => press('Decline'),
    shows: 'Decline this transfer?',
  },
  {
    name: 'approve-refused',
    as: 'approver',
    fixture,
    at,
    before: ({ refuse }) => refuse(/\/approve$/, 'ledger-held', 'POST'),
    acts: ({ page }) => page.locator('main button').last().click(),
    shows: 'Nothing was approved',
  },
  {
    name: 'approve-waits',
    as: 'sender',
    fixture,
    at: '/sends/:large',
    shows: 'Not sent yet: it waits for approval',
  },
  {
    name: 'approve-declined',
    as: 'sender',
    fixture,
    at: '/sends/:declined',
    shows: 'Declined: nothing was sent',
  },
  {
    name: 'approve-scheduled',
    as: 'sender',
    fixture,
    at: '/scheduled',
    shows: 'Waits for approval',
  },
  { name: 'approve-home', as: 'sender', fixture, at: '/', shows: 'Waits for approval' },
  {
    name: 'approve-support',
    as: 'support',
    fixture,
    at: '/support/people/:person',
    shows: 'Waits for approval',
  },
];
