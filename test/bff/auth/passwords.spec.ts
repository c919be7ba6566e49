import crypto from 'node:crypto';
import { afterEach, expect, test, vi } from 'vitest';

// Counts calls of argon2 instead of measuring time, which would be flaky.
const costs = vi.hoisted((): unknown[] => []);
vi.mock('node:crypto', async (original) => {
  const actual = await original<typeof crypto>();
  const argon2: typeof actual.argon2 = (algorithm, options, done) => {
    const { memory, passes, parallelism } = options;
    costs.push({ algorithm, memory, passes, parallelism });
    return actual.argon2(algorithm, options, done);
  };
  return { ...actual, argon2 };
});

// Another spec of this worker may have loaded it already.
vi.resetModules();
const { checkPassword, hashPassword, publicCost } = await import(
  '../../../src/bff/auth/passwords.ts'
);

const full = { algorithm: 'argon2id', memory: 65_536, passes: 3, parallelism: 1 };

afterEach(() => {
  costs.length = 0;
});

test('a hash contains its parameters and a random salt', async () => {
  const [one, two] = await Promise.all([
    hashPassword('correct horse'),
    hashPassword('correct horse'),
  ]);
  expect(one).toMatch(/^\$argon2id\$v=19\$m=65536,t=3,p=1\$[A-Za-z0-9+/]{22}\$[A-Za-z0-9+/]{43}$/);
  expect(one).not.toBe(two);
  expect(costs).toEqual([full, full]);
});

test('hashes a public password without effort', async () => {
  const hash = await hashPassword('sandbox', publicCost);
  expect([await checkPassword('sandbox', hash), await checkPassword('x', hash)]).toEqual([
    true,
    false,
  ]);
  expect(costs).toEqual(Array(3).fill({ ...full, memory: 8, passes: 1 }));
});

test('accepts only the exact password', async () => {
  const hash = await hashPassword('correct horse ñ');
  expect(await checkPassword('correct horse ñ', hash)).toBe(true);
  expect(await checkPassword('Correct horse ñ', hash)).toBe(false);
  expect(await checkPassword('', hash)).toBe(false);
});

test('accepts a password in any form of its accents and spaces', async () => {
  const hash = await hashPassword('pa\u0308ss\u00a0wo\u0308rd long');
  expect(await checkPassword('p\u00e4ss w\u00f6rd long', hash)).toBe(true);
  expect(await checkPassword('pa\u0308ss wo\u0308rd\u3000long', hash)).toBe(true);
  expect(await checkPassword('pass word long', hash)).toBe(false);
});

test('checking without a user costs the same and always fails', async () => {
  expect(await checkPassword('anything', null)).toBe(false);
  expect(costs).toEqual([full]);
});

test('checks a hash with its own parameters', async () => {
  const salt = Buffer.alloc(16, 1);
  const options = {
    message: 'old',
    nonce: salt,
    memory: 8,
    passes: 1,
    parallelism: 1,
    tagLength: 32,
  };
  const tag = crypto.argon2Sync('argon2id', options);
  const bare = (bytes: Buffer) => bytes.toString('base64').replace(/=+$/, '');
  const hash = `$argon2id$v=19$m=8,t=1,p=1$${bare(salt)}$${bare(tag)}`;
  expect(await checkPassword('old', hash)).toBe(true);
  expect(await checkPassword('new', hash)).toBe(false);
});

test('throws for a malformed hash, instead of reporting a wrong password', async () => {
  await expect(checkPassword('x', 'plain text')).rejects.toThrow('not an argon2id hash');
});
