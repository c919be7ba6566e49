import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto';

/** Secrets of the operator, the newest first. */
export type Secrets = readonly [newest: string, ...older: string[]];

type Seal = {
  /** Encrypts a text with the newest secret. */
  seal(text: string): string;
  /** Decrypts; null if it was sealed with none of the secrets, or for another purpose or audience. */
  unseal(sealed: string): string | null;
  /** The same text encrypted with the newest secret: itself if it is already; null like `unseal`. */
  renew(sealed: string): string | null;
};

type Key = { id: string; bytes: Buffer };

/**
 * Encrypts with AES-256-GCM. A value begins with the id of its key and a dot.
 * @param secrets a key is derived from each of them, for this purpose alone
 * @param audience authenticated: what is sealed for another one does not decrypt
 */
export function createSeal(secrets: Secrets, purpose: string, audience: string): Seal {
  const [newest, ...older] = secrets;
  const key = keyFrom(newest, purpose);
  const keys = [key, ...older.map((secret) => keyFrom(secret, purpose))];
  const data = Buffer.from(audience);

  function seal(text: string): string {
    const nonce = randomBytes(12);
    const cipher = createCipheriv('aes-256-gcm', key.bytes, nonce).setAAD(data);
    const sealed = Buffer.concat([cipher.update(text), cipher.final()]);
    return `${key.id}.${Buffer.concat([nonce, cipher.getAuthTag(), sealed]).toString('base64')}`;
  }

  function unseal(sealed: string): string | null {
    const [id, text = ''] = sealed.split('.');
    const known = keys.find((one) => one.id === id);
    return known ? opened(Buffer.from(text, 'base64'), known.bytes, data) : null;
  }

  return {
    seal,
    unseal,
    renew(sealed) {
      const text = unseal(sealed);
      if (text === null) return null;
      return sealed.startsWith(`${key.id}.`) ? sealed : seal(text);
    },
  };
}

/** Derives bytes from a secret, for one purpose alone (HKDF with SHA-256). */
export const derivedFrom = (secret: string, purpose: string, length: number): Buffer =>
  Buffer.from(hkdfSync('sha256', secret, 'giro', purpose, length));

/** Tells secrets apart. Nothing is opened by it, and a secret can't be found from it but by trying each. */
export const secretFingerprint = (secret: string): string =>
  derivedFrom(secret, 'fingerprint of the secret', 32).toString('base64url');

/** The id tells keys apart, and says nothing of the secret. */
function keyFrom(secret: string, purpose: string): Key {
  const id = derivedFrom(secret, `key id ${purpose}`, 6).toString('hex');
  return { id, bytes: derivedFrom(secret, purpose, 32) };
}

function opened(bytes: Buffer, key: Buffer, data: Buffer): string | null {
  try {
    const decipher = createDecipheriv('aes-256-gcm', key, bytes.subarray(0, 12))
      .setAAD(data)
      .setAuthTag(bytes.subarray(12, 28));
    return Buffer.concat([decipher.update(bytes.subarray(28)), decipher.final()]).toString('utf8');
  } catch {
    return null;
  }
}
