import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto';

/** Secrets of the operator, the newest first. */
export type Secrets = readonly [newest: string, ...older: string[]];

export type Seal = {
  /** Encrypts a text with the newest secret. */
  seal(text: string): string;
  /** Decrypts; null if it was sealed with none of the secrets, or for another purpose or audience. */
  unseal(sealed: string): string | null;
};

/**
 * Encrypts with AES-256-GCM.
 * @param secrets a key is derived from each of them, for this purpose alone
 * @param audience authenticated: what is sealed for another one does not decrypt
 */
export function createSeal(secrets: Secrets, purpose: string, audience: string): Seal {
  const keyFrom = (secret: string) => Buffer.from(hkdfSync('sha256', secret, 'giro', purpose, 32));
  const [newest, ...older] = secrets;
  const key = keyFrom(newest);
  const keys = [key, ...older.map(keyFrom)];
  const data = Buffer.from(audience);
  return {
    seal(text) {
      const nonce = randomBytes(12);
      const cipher = createCipheriv('aes-256-gcm', key, nonce).setAAD(data);
      const sealed = Buffer.concat([cipher.update(text), cipher.final()]);
      return Buffer.concat([nonce, cipher.getAuthTag(), sealed]).toString('base64');
    },
    unseal(sealed) {
      const bytes = Buffer.from(sealed, 'base64');
      for (const one of keys) {
        const text = opened(bytes, one, data);
        if (text !== null) return text;
      }
      return null;
    },
  };
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
