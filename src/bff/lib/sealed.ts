import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto';

export type Seal = {
  /** Encrypts a text. */
  seal(text: string): string;
  /** Decrypts; null if it was sealed with another secret, purpose or audience. */
  unseal(sealed: string): string | null;
};

/**
 * Encrypts with AES-256-GCM.
 * @param secret GIRO_SECRET; the key is derived from it for this purpose alone
 * @param audience authenticated: what is sealed for another one does not decrypt
 */
export function createSeal(secret: string, purpose: string, audience: string): Seal {
  const key = Buffer.from(hkdfSync('sha256', secret, 'giro', purpose, 32));
  const data = Buffer.from(audience);
  return {
    seal(text) {
      const nonce = randomBytes(12);
      const cipher = createCipheriv('aes-256-gcm', key, nonce).setAAD(data);
      const sealed = Buffer.concat([cipher.update(text), cipher.final()]);
      return Buffer.concat([nonce, cipher.getAuthTag(), sealed]).toString('base64');
    },
    unseal(sealed) {
      try {
        const bytes = Buffer.from(sealed, 'base64');
        const decipher = createDecipheriv('aes-256-gcm', key, bytes.subarray(0, 12))
          .setAAD(data)
          .setAuthTag(bytes.subarray(12, 28));
        const plain = Buffer.concat([decipher.update(bytes.subarray(28)), decipher.final()]);
        return plain.toString('utf8');
      } catch {
        return null;
      }
    },
  };
}
