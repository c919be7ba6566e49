import { argon2, randomBytes, timingSafeEqual } from 'node:crypto';
import { promisify } from 'node:util';

const derive = promisify(argon2);
const cost = { memory: 65_536, passes: 3, parallelism: 1 };
const shape = /^\$argon2id\$v=19\$m=(\d+),t=(\d+),p=(\d+)\$([A-Za-z0-9+/]+)\$([A-Za-z0-9+/]+)$/;

/** argon2id of a password, in the usual text form that carries its own cost and salt. */
export async function hashPassword(password: string): Promise<string> {
  const nonce = randomBytes(16);
  const tag = await derive('argon2id', { ...cost, message: password, nonce, tagLength: 32 });
  return `$argon2id$v=19$m=${cost.memory},t=${cost.passes},p=${cost.parallelism}$${bare(nonce)}$${bare(tag)}`;
}

/** True when the password is the one. `hash` null (nobody, or no password) takes as long and is false. */
export async function checkPassword(password: string, hash: string | null): Promise<boolean> {
  const [, memory, passes, parallelism, salt, expected] = shape.exec(hash ?? nobody) ?? [];
  if (salt === undefined || expected === undefined) throw new Error('not an argon2id hash');
  const wanted = Buffer.from(expected, 'base64');
  const tag = await derive('argon2id', {
    message: password,
    nonce: Buffer.from(salt, 'base64'),
    memory: Number(memory),
    passes: Number(passes),
    parallelism: Number(parallelism),
    tagLength: wanted.length,
  });
  return timingSafeEqual(tag, wanted) && hash !== null;
}

// Of the same cost as a real one, so that an unknown person costs the same time.
const nobody = `$argon2id$v=19$m=${cost.memory},t=${cost.passes},p=${cost.parallelism}$${'A'.repeat(22)}$${'A'.repeat(43)}`;

function bare(bytes: Buffer): string {
  return bytes.toString('base64').replace(/=+$/, '');
}
