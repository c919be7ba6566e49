import type { Screenshot } from '../browser.ts';

const at = '2026-01-31T13:02:00.000Z';
const person = {
  id: '5f1c1c1e-0a4b-4c3e-9d7f-1a2b3c4d5e6f',
  email: 'ana.soto@example.com',
  name: 'Ana Soto',
  role: 'sender',
  status: 'active',
  is_provider: false,
  created_at: at,
  invited_until: null,
};
const detail = {
  person,
  sessions: [
    { browser: 'Chrome', system: 'Android', seen_at: at },
    { browser: null, system: null, seen_at: '2026-01-30T08:15:00.000Z' },
  ],
  has_second_factor: true,
  is_self: false,
  is_last_admin: false,
  late_mail: null,
};
const invited = { ...person, status: 'invited', invited_until: '2026-02-07T13:02:00.000Z' };
const link = `/welcome#${'Ab3_'.repeat(10)}xyz`;

/** Answers every person's page with this one, whose sessions each browser has alike. */
const withPerson =
  (one: object): NonNullable<Screenshot['before']> =>
  ({ change }) =>
    change(/\/api\/people\/[\da-f-]{36}$/, () => JSON.stringify(one));

const support = { id: person.id, name: 'Núria Support', email: 'nuria.support@giro.example' };
const entry = (number: number, fields: object) => ({
  ...{ number: String(number), at: `2026-01-31T13:02:${number}.000Z`, who: support, about: null },
  ...{ by_command_line: false, subject: null, outcome: 'done', request_id: person.id },
  ...fields,
});
const entries = [
  entry(59, { action: 'look-up', subject: 'transfer 150001' }),
  entry(41, { action: 'search', outcome: '12 found' }),
  entry(40, { action: 'search', outcome: '0 found' }),
  entry(31, { action: 'settle', subject: `send ${person.id}`, outcome: 'not_sent' }),
  entry(30, { action: 'user-role', subject: `user ${person.id}`, about: support }),
];

const limited = { currency: 'USD', subunit_to_unit: '100' };
const limits = [
  { ...limited, span: 'transfer', operators: null, own: null, next: null },
  { ...limited, span: 'day', operators: '500000', own: '100000', next: { amount: '200000', at } },
  { ...limited, span: 'month', operators: '2000000', own: null, next: null },
];

export const peopleScreenshots: Screenshot[] = [
  { name: 'people', as: 'admin', at: '/people', shows: /Ada Admin/ },
  { name: 'people-none', as: 'admin', at: '/people?status=disabled', shows: 'Nobody found' },
  {
    name: 'people-refused',
    as: 'sender',
    at: '/people',
    shows: 'Your account can’t do this. Ask your administrator.',
  },
  { name: 'settings-admin', as: 'admin', at: '/settings/security', shows: 'Your password' },
  {
    name: 'person',
    as: 'admin',
    at: '/people/:person',
    before: withPerson(detail),
    shows: 'Unknown device',
  },
  {
    name: 'person-disable',
    as: 'admin',
    at: '/people/:person',
    before: withPerson(detail),
    acts: ({ press }) => press('Disable account'),
    shows: 'They are signed out at once and can’t sign in. Their records stay.',
  },
  {
    name: 'person-limits',
    as: 'admin',
    at: '/people/:person',
    before: async (user) => {
      await withPerson({ ...detail, person: { ...detail.person, role: 'sender' } })(user);
      await user.change('**/api/settings', (body) => body.replace('{', '{"limits":["USD"],'));
      await user.page.route('**/api/people/*/limits', (route) =>
        route.fulfill({ json: { items: limits } }),
      );
    },
    acts: ({ page }) => page.getByRole('button', { name: /USD.* 24/ }).click(),
    shows: 'Cancel the raise',
  },
  {
    name: 'person-invited',
    as: 'admin',
    at: '/people/:person',
    before: async (user) => {
      await withPerson({ ...detail, person: invited, sessions: [] })(user);
      // Not in earnest: the person of the fixture has a password.
      await user.page.route('**/invitation', (route) =>
        route.fulfill({ json: { person: invited, link } }),
      );
    },
    acts: ({ press }) => press('Make new link'),
    shows: 'Copy link',
  },
  {
    name: 'person-mail-late',
    as: 'admin',
    at: '/people/:person',
    before: withPerson({
      ...detail,
      person: invited,
      sessions: [],
      late_mail: { kind: 'invitation', since: at, why: 'refused', code: '554 5.7.1' },
    }),
    shows: 'Invitation not sent yet',
  },
  {
    name: 'person-of-provider',
    as: 'admin',
    at: '/people/:person',
    before: withPerson({ ...detail, person: { ...person, is_provider: true } }),
    shows: 'Your organisation decides it, each time they sign in.',
  },
  {
    name: 'people-invite-empty',
    as: 'admin',
    at: '/people/new',
    acts: ({ press }) => press('Send invitation'),
    shows: 'Enter their name',
  },
  { name: 'audit', as: 'admin', at: '/audit?action=sign-in', shows: 'Download CSV' },
  {
    name: 'audit-folded',
    as: 'admin',
    at: '/audit?subject=transfer+150001',
    before: ({ change }) =>
      change(/\/api\/audit\?/, () => JSON.stringify({ items: entries, has_more: false })),
    acts: async ({ page }) => {
      await page.getByText('3 look-ups').click();
      await page.getByText('Resolved a transfer', { exact: true }).last().click();
    },
    shows: 'Request number',
  },
  {
    name: 'audit-none',
    as: 'admin',
    at: '/audit?from=2020-01-01&to=2020-01-02',
    shows: 'Try other days, or clear the filters.',
  },
  { name: 'welcome', as: null, at: '/welcome', shows: 'Set password' },
  { name: 'welcome-gone', as: null, at: '/welcome#token', shows: 'This link no longer works' },
];
