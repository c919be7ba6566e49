import { sha256 } from '@noble/hashes/sha2.js';
import { keccak_256 } from '@noble/hashes/sha3.js';
import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js';
import { bech32, bech32m, createBase58check } from '@scure/base';
import type { LikelyTypo } from './likely-typo.ts';

const base58check = createBase58check(sha256);
const lengthOfHex = 42;

/**
 * Checks a wallet address by EIP-55, base58check, bech32 or bech32m. An address of any other kind passes.
 * @param asset the code of the digital asset, where it is known
 */
export function checkWallet(address: string, asset?: string): LikelyTypo | null {
  const isHex = /^0x/i.test(address);
  const isBitcoin = /^(bc1|[13])/i.test(address);
  if ((asset === 'BTC' && !isBitcoin) || (asset === 'ETH' && !isHex)) {
    return { kind: 'other-asset', expected: asset };
  }
  if (isHex) return checkHex(address);
  if (/^(bc|tb|ltc)1/i.test(address)) return isSegwit(address) ? null : { kind: 'address' };
  // The first letters of Bitcoin, Litecoin, Dogecoin and Tron; other kinds have other lengths.
  const isBase58 = /^[13LMDT][a-z\d]{25,34}$/i.test(address) || asset === 'BTC';
  return isBase58 && !isBase58check(address) ? { kind: 'address' } : null;
}

function checkHex(address: string): LikelyTypo | null {
  const digits = address.slice(2);
  if (address.length !== lengthOfHex) {
    return { kind: 'length', of: 'hex', expected: lengthOfHex, given: address.length };
  }
  if (!/^[\da-f]+$/i.test(digits)) return { kind: 'shape' };
  // EIP-55: the case of the letters is the checksum, so one case alone has none.
  const isPlain = digits === digits.toLowerCase() || digits === digits.toUpperCase();
  return isPlain || digits === withChecksum(digits) ? null : { kind: 'address' };
}

function withChecksum(digits: string): string {
  const lower = digits.toLowerCase();
  const hash = bytesToHex(keccak_256(utf8ToBytes(lower)));
  return [...lower]
    .map((digit, at) => (Number.parseInt(hash.charAt(at), 16) >= 8 ? digit.toUpperCase() : digit))
    .join('');
}

/** BIP 173 and 350: version 0 uses bech32, later versions bech32m. */
function isSegwit(address: string): boolean {
  const old = bech32.decodeUnsafe(address);
  const found = old ?? bech32m.decodeUnsafe(address);
  if (!found) return false;
  const [version = 0, ...words] = found.words;
  const program = bech32.fromWordsUnsafe(words);
  if (!program || version > 16 || (version === 0) !== Boolean(old)) return false;
  return version === 0
    ? program.length === 20 || program.length === 32
    : program.length >= 2 && program.length <= 40;
}

function isBase58check(address: string): boolean {
  try {
    base58check.decode(address);
    return true;
  } catch {
    return false;
  }
}
