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
  ])('%s', (path, more) => {
    expect(roleOf(more, path)).toBe('sender');
  });

  test.each([
    ['giro_role', {}],
    ['giro_role', { giro_role: null }],
    ['giro_role', { giro_role: 'SENDER' }],
    ['giro_role', { giro_role: [['sender']] }],
    ['giro_role.name', { giro_role: 'sender' }],
    ['giro_role.0', { giro_role: 'sender' }],
    ['constructor.name', {}],
    ['a.b.c', { a: null }],
  ])('gives none by %s of %o', (path, more) => {
    expect(roleOf(more, path)).toBeNull();
  });
});

test('a name comes from what there is', () => {
  const nameOf = (more: object) => readIdentity({ ...claims, ...more }, 'giro_role').name;
  expect(nameOf({ name: ' Ana ', preferred_username: 'ana7' })).toBe('Ana');
  expect(nameOf({ name: '', preferred_username: 'ana7' })).toBe('ana7');
  expect(nameOf({ name: { first: 'Ana' } })).toBe(claims.email);
});

test.each([
  ['a line break', 'a\nb@example.com'],
  ['a mark that turns the text', 'ana\u202e@example.com'],
  ['what is not seen', 'ana\u200b@example.com'],
  ['a letter of another script', 'l\u043ecal@example.com'],
  ['a name beside it', 'Boss <ana@example.com>'],
  ['no address', 'not an address'],
  ['a list', ['ana@example.com']],
])('an e-mail with %s is none', (_what, email) => {
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
])('email_verified %o lets the e-mail count: %o', (email_verified, counts) => {
  const { email } = readIdentity({ ...claims, email_verified }, 'giro_role');
  expect(email).toBe(counts ? claims.email : null);
});

test('a name is one line that reads as it is written', () => {
  const nameOf = (name: string) => readIdentity({ ...claims, name }, 'giro_role').name;
  expect(nameOf('Ana\nroot@example.com\tsupport\u001b[31m')).toBe(
    'Ana root@example.com support [31m',
  );
  expect(nameOf('Eve, \u202emoc.elpmaxe@ana\u200b')).toBe('Eve, moc.elpmaxe@ana');
  expect(nameOf('\u202e\u200b')).toBe(claims.email);
  expect(nameOf('José Ñandú 李')).toBe('José Ñandú 李');
});
