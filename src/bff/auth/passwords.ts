import { argon2, randomBytes, timingSafeEqual } from 'node:crypto';
import { promisify } from 'node:util';
import { foldText } from '../../contract/text.ts';

const derive = promisify(argon2);
const fullCost = { memory: 65_536, passes: 3, parallelism: 1 };
/** For a password that everybody knows: to make guessing slow protects nothing. */
export const publicCost = { memory: 8, passes: 1, parallelism: 1 };
const shape = /^\$argon2id\$v=19\$m=(\d+),t=(\d+),p=(\d+)\$([A-Za-z0-9+/]+)\$([A-Za-z0-9+/]+)$/;

/** Hashes a password with argon2id, as a PHC string with its cost and salt. Its accents may be typed in any form. */
export async function hashPassword(password: string, cost = fullCost): Promise<string> {
  const nonce = randomBytes(16);
  const tag = await derive('argon2id', {
    ...{ ...cost, message: foldText('password', password) },
    ...{ nonce, tagLength: 32 },
  });
  return `$argon2id$v=19$m=${cost.memory},t=${cost.passes},p=${cost.parallelism}$${bare(nonce)}$${bare(tag)}`;
}

/** True when the password matches. A null hash (no user, or no password) takes as long and is false. */
export async function checkPassword(password: string, hash: string | null): Promise<boolean> {
  const [, memory, passes, parallelism, salt, expected] = shape.exec(hash ?? dummyHash) ?? [];
  if (salt === undefined || expected === undefined) throw new Error('not an argon2id hash');
  const wanted = Buffer.from(expected, 'base64');
  const tag = await derive('argon2id', {
    message: foldText('password', password),
    nonce: Buffer.from(salt, 'base64'),
    memory: Number(memory),
    passes: Number(passes),
    parallelism: Number(parallelism),
    tagLength: wanted.length,
  });
  return timingSafeEqual(tag, wanted) && hash !== null;
}

// Same cost as a real hash, so that timing does not tell whether a user exists.
const dummyHash = `$argon2id$v=19$m=${fullCost.memory},t=${fullCost.passes},p=${fullCost.parallelism}$${'A'.repeat(22)}$${'A'.repeat(43)}`;

function bare(bytes: Buffer): string {
  return bytes.toString('base64').replace(/=+$/, '');
}
