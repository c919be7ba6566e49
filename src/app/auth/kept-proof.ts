import { tabStorage } from '../api/storage.ts';

// In the tab's storage: a proof at an OpenID provider leaves the page. It counts in this session only.
const entryOf = (key: string) => `giro-proof ${key}`;

/** Keeps the proof of the transfer with this key until it is sent. */
export const keepProof = (key: string, proof: string) => tabStorage.writeText(entryOf(key), proof);

export const hasProof = (key: string) => tabStorage.readText(entryOf(key)) !== null;

/** The kept proof, which is then forgotten: it works once. Null without one. */
export function takeProof(key: string): string | null {
  const proof = tabStorage.readText(entryOf(key));
  if (proof !== null) tabStorage.remove(entryOf(key));
  return proof;
}
