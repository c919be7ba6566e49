import { vi } from 'vitest';

// A hash at full cost takes a fifth of a second, and specs of people, mails and links make hundreds. What they test is
// the same at the least cost. `npm run test:long`, the faults and the journeys hash as an operator's server does.
vi.mock('node:crypto', async (original) => {
  const crypto = await original<typeof import('node:crypto')>();
  const argon2: typeof crypto.argon2 = (algorithm, parameters, done) =>
    crypto.argon2(algorithm, { ...parameters, memory: 8, passes: 1 }, done);
  return { ...crypto, argon2 };
});
