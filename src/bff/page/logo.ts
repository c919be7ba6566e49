import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { extname } from 'node:path';
import { themeFile } from '../../contract/api/paths.ts';

/** The operator's logo as it is served: another picture has another address. */
export type Logo = {
  address: string;
  type: 'image/svg+xml' | 'image/png';
  /** In pixels; null for what is drawn at any size. */
  size: { width: number; height: number } | null;
  bytes: Buffer;
};

const maxBytes = 200_000;
const pngStart = Buffer.from('89504e470d0a1a0a', 'hex');

/** @throws Error whose message says what is wrong with the file */
export function readLogo(path: string): Logo {
  const extension = extname(path).toLowerCase();
  if (extension !== '.svg' && extension !== '.png') throw new Error('give an .svg or a .png file');
  const bytes = contentOf(path);
  if (bytes.length > maxBytes) throw new Error(`${path} has more than ${maxBytes / 1000} kB`);
  const isPng = extension === '.png';
  const fits = isPng
    ? bytes.length > 24 && bytes.subarray(0, 8).equals(pngStart)
    : /<svg[\s>]/.test(String(bytes));
  if (!fits) throw new Error(`${path} is no ${isPng ? 'PNG' : 'SVG'} picture`);
  const hash = createHash('sha256').update(bytes).digest('base64url').slice(0, 16);
  return {
    address: themeFile(`logo-${hash}${extension}`),
    type: isPng ? 'image/png' : 'image/svg+xml',
    // Its header begins with them, after its signature and eight bytes.
    size: isPng ? { width: bytes.readUInt32BE(16), height: bytes.readUInt32BE(20) } : null,
    bytes,
  };
}

function contentOf(path: string): Buffer {
  try {
    return readFileSync(path);
  } catch (error) {
    throw new Error(`${path} can't be read`, { cause: error });
  }
}
