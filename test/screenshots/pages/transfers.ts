import type { Screenshot } from '../browser.ts';

const list = /\/api\/transfers(\?|$)/;
const hold = (body: string) => body.replaceAll('pending', 'on_hold');

export const transferScreenshots: Screenshot[] = [
  { name: 'transfers', as: 'sender', at: '/transfers', shows: /Mamá Bogotá/ },
  { name: 'transfers-support', as: 'support', at: '/transfers', shows: 'Executed' },
  {
    name: 'transfers-none',
    as: 'sender',
    fixture: 'fresh',
    at: '/transfers',
    shows: 'No transfers yet',
  },
  { name: 'transfers-nothing', as: 'sender', at: '/transfers?q=xyz', shows: 'No transfer matches' },
  {
    name: 'transfers-recipient',
    as: 'sender',
    at: '/transfers?destination_account_id=:mama&state=executed',
    shows: 'Show all recipients',
  },
  {
    name: 'transfers-silent',
    as: 'sender',
    at: '/transfers',
    before: ({ change }) =>
      change(list, (body) => body.replace('"service":"ok"', '"service":"silent"')),
    shows: /Mamá Bogotá/,
  },
  {
    name: 'transfers-service-down',
    as: 'sender',
    at: '/transfers',
    before: ({ refuse }) => refuse(list, 'service-unreachable'),
    shows: 'The transfers could not be read',
  },
  { name: 'transfer-pending', as: 'sender', at: '/transfers/:pending', shows: 'Pending' },
  { name: 'transfer-assigned', as: 'sender', at: '/transfers/:assigned', shows: 'Assigned' },
  { name: 'transfer-executed', as: 'sender', at: '/transfers/:executed', shows: 'Executed' },
  {
    name: 'transfer-more',
    as: 'sender',
    at: '/transfers/:executed',
    acts: ({ press }) => press('More'),
    shows: 'Copy the link',
  },
  { name: 'transfer-rejected', as: 'sender', at: '/transfers/:rejected', shows: 'Rejected' },
  { name: 'transfer-support', as: 'support', at: '/transfers/:executed', shows: 'Executed' },
  {
    name: 'transfer-unknown-state',
    as: 'sender',
    at: '/transfers/:pending',
    before: ({ change }) => change(/\/api\/transfers\/\d+$/, hold),
    shows: /on_hold/,
  },
  { name: 'transfer-not-found', as: 'sender', at: '/transfers/999999', shows: 'Not found' },
];
