import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { extname } from 'node:path';
import { themeFile } from '../../contract/api/paths.ts';

/** The operator's logo as it is served. Its address has a hash of its content. */
export type Logo = {
  address: string;
  type: 'image/svg+xml' | 'image/png';
  /** In pixels; null for an SVG. */
  size: { width: number; height: number } | null;
  bytes: Buffer;
};

const maxBytes = 200_000;
const pngStart = Buffer.from('89504e470d0a1a0a', 'hex');

/** Reads the logo of THEME_LOGO. @throws Error whose message says what is wrong with the file */
export function readLogo(path: string): Logo {
  const extension = extname(path).toLowerCase();
  if (extension !== '.svg' && extension !== '.png') throw new Error('must be an .svg or .png file');
  const bytes = contentOf(path);
  if (bytes.length > maxBytes)
    throw new Error(`${path} is larger than ${maxBytes / 1000} kB; give a smaller file`);
  const isPng = extension === '.png';
  const fits = isPng
    ? bytes.length > 24 && bytes.subarray(0, 8).equals(pngStart)
    : /<svg[\s>]/.test(String(bytes));
  if (!fits) throw new Error(`${path} is not ${isPng ? 'a PNG' : 'an SVG'} picture`);
  const hash = createHash('sha256').update(bytes).digest('base64url').slice(0, 16);
  return {
    address: themeFile(`logo-${hash}${extension}`),
    type: isPng ? 'image/png' : 'image/svg+xml',
    // PNG: width and height follow the 8 bytes of the signature and the 8 of the chunk header.
    size: isPng ? { width: bytes.readUInt32BE(16), height: bytes.readUInt32BE(20) } : null,
    bytes,
  };
}

function contentOf(path: string): Buffer {
  try {
    return readFileSync(path);
  } catch (error) {
    throw new Error(`${path} can't be read; check the path and its rights`, { cause: error });
  }
}
