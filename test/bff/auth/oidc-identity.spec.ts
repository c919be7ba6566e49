import { describe, expect, test } from 'vitest';
import { readIdentity } from '../../../src/bff/auth/oidc-identity.ts';

const claims = { iss: 'https://login.example', sub: '7', email: 'ana@org.example' };
const roleOf = (more: object, path: string) => readIdentity({ ...claims, ...more }, path).role;

describe('the role claim', () => {
  test.each([
    ['giro_role', { giro_role: 'sender' }],
    ['groups', { groups: ['staff', 'sender'] }],
    ['realm_access.roles', { realm_access: { roles: ['sender'] } }],
    ['resource_access.giro.roles', { resource_access: { giro: { roles: ['sender'] } } }],
    ['https://giro.example/role', { 'https://giro.example/role': 'sender' }],
    ['realm_access.roles', { realm_access: { roles: ['admin', 'sender'] } }],
  ])('is read from %s', (path, more) => {
    expect(roleOf(more, path)).toBe('sender');
  });

  test('makes an admin or an auditor only as a text of its own', () => {
    expect(roleOf({ giro_role: 'admin' }, 'giro_role')).toBe('admin');
    expect(roleOf({ giro_role: 'auditor' }, 'giro_role')).toBe('auditor');
    expect(roleOf({ giro_role: ['auditor'] }, 'giro_role')).toBeNull();
  });

  test.each([
    ['giro_role', {}],
    ['giro_role', { giro_role: null }],
    ['giro_role', { giro_role: 'SENDER' }],
    // Lists hold roles of other systems too.
    ['giro_role', { giro_role: ['admin'] }],
    ['realm_access.roles', { realm_access: { roles: ['admin', 'other'] } }],
    ['giro_role', { giro_role: [['sender']] }],
    ['giro_role.name', { giro_role: 'sender' }],
    ['giro_role.0', { giro_role: 'sender' }],
    ['constructor.name', {}],
    ['a.b.c', { a: null }],
  ])('by %s of %o gives no role', (path, more) => {
    expect(roleOf(more, path)).toBeNull();
  });
});

test('takes the name from name, preferred_username or email', () => {
  const nameOf = (more: object) => readIdentity({ ...claims, ...more }, 'giro_role').name;
  expect(nameOf({ name: ' Ana ', preferred_username: 'ana7' })).toBe('Ana');
  expect(nameOf({ name: '', preferred_username: 'ana7' })).toBe('ana7');
  expect(nameOf({ name: { first: 'Ana' } })).toBe(claims.email);
});

test.each([
  ['a line break', 'a\nb@example.com'],
  ['a bidirectional mark', 'ana\u202e@example.com'],
  ['an invisible character', 'ana\u200b@example.com'],
  ['a letter of another script', 'l\u043ecal@example.com'],
  ['a display name', 'Boss <ana@example.com>'],
  ['no address', 'not an address'],
  ['a list', ['ana@example.com']],
])('refuses an email with %s', (_what, email) => {
  expect(readIdentity({ ...claims, email }, 'giro_role').email).toBeNull();
});

test.each([
  [undefined, true],
  [true, true],
  ['true', true],
  [false, false],
  ['false', false],
  [null, false],
  [0, false],
])('with email_verified %o accepts the email: %o', (email_verified, counts) => {
  const { email } = readIdentity({ ...claims, email_verified }, 'giro_role');
  expect(email).toBe(counts ? claims.email : null);
});

test('removes line breaks and bidirectional marks from a name', () => {
  const nameOf = (name: string) => readIdentity({ ...claims, name }, 'giro_role').name;
  expect(nameOf('Ana\nroot@example.com\tsupport\u001b[31m')).toBe(
    'Ana root@example.com support [31m',
  );
  expect(nameOf('Eve, \u202emoc.elpmaxe@ana\u200b')).toBe('Eve, moc.elpmaxe@ana');
  expect(nameOf('\u202e\u200b')).toBe(claims.email);
  expect(nameOf('José Ñandú 李')).toBe('José Ñandú 李');
});
