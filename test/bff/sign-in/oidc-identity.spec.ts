import { describe, expect, test } from 'vitest';
import { readIdentity } from '../../../src/bff/sign-in/oidc-identity.ts';

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
