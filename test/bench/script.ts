import { SourceMap } from 'node:module';
import { brotliCompressSync } from 'node:zlib';
import { build } from 'vite';
import type { Line } from './section.ts';

/**
 * What the script that every page starts with is made of, by package. Its brotli is how much smaller the
 * whole is without the package.
 */
export async function script(): Promise<Line[]> {
  const built = await build({ logLevel: 'error', build: { write: false, sourcemap: true } });
  const files = [built].flat().flatMap((part) => ('output' in part ? part.output : []));
  const start = files.find((file) => file.type === 'chunk' && file.isEntry);
  if (start?.type !== 'chunk' || !start.map) throw new Error('the build has no start');
  const pieces = piecesOf(start.code, new SourceMap(JSON.parse(start.map.toString())));
  const text = (is: (of: string) => boolean) =>
    pieces.map((piece) => (is(piece.of) ? piece.text : '')).join('');
  const whole = { minified: start.code.length, brotli: brotliOf(start.code) };
  const lines = [...new Set(pieces.map((piece) => piece.of))]
    .map((one) => ({
      of: one,
      minified: text((of) => of === one).length,
      brotli: whole.brotli - brotliOf(text((of) => of !== one)),
    }))
    .sort((a, b) => b.minified - a.minified);
  return [{ of: 'all', ...whole }, ...lines].map(({ of, minified, brotli }) => ({
    what: `script of the start: ${of}`,
    value: `${(minified / 1000).toFixed(1)} kB`,
    ratio: `${(brotli / 1000).toFixed(1)} kB of brotli`,
  }));
}

const brotliOf = (text: string) => brotliCompressSync(text).length;

type Piece = { of: string; text: string };

/** The minified text cut into runs of one package. */
function piecesOf(code: string, map: SourceMap): Piece[] {
  const pieces: Piece[] = [];
  for (const [line, text] of code.split('\n').entries()) {
    for (let column = 0; column < text.length; column += 1) {
      const entry = map.findEntry(line, column);
      const of = packageOf('originalSource' in entry ? entry.originalSource : '');
      const last = pieces.at(-1);
      if (last?.of === of) last.text += text[column];
      else pieces.push({ of, text: text[column] ?? '' });
    }
  }
  return pieces;
}

function packageOf(source: string): string {
  const [, library] = /.*\/node_modules\/((?:@[^/]+\/)?[^/]+)/.exec(source) ?? [];
  return library ?? (/(^|\/)src\//.test(source) ? 'Giro' : 'the bundler');
}
