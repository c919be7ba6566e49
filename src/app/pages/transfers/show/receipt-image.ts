import { markLines } from '../../../brand/logo.tsx';
import type { ReceiptWords } from './receipt-rows.ts';

/** A line of the picture: `y` is its baseline. */
type Ink =
  | { kind: 'text'; text: string; x: number; y: number; font: string; color: string }
  | { kind: 'line'; y: number; color: string }
  | { kind: 'code'; path: string; y: number; color: string; module: number };

type Context = CanvasRenderingContext2D;
type Logo = {
  width: number;
  height: number;
  draw: (context: Context, x: number, y: number) => void;
};

/** Returns the width of a text in a CSS font, in pixels. */
type Measure = (text: string, font: string) => number;

const width = 640;
const margin = 40;
const termWidth = 190;
const scale = 2;
const qrWidth = 250;
// As large as on paper.
const logoHeight = 26;
const maxLogoWidth = 120;

type Font = { weight: number; size: number; family?: string };

const fonts = {
  brand: { weight: 600, size: 26 },
  title: { weight: 600, size: 22 },
  strong: { weight: 600, size: 17 },
  body: { weight: 400, size: 17 },
  small: { weight: 400, size: 14 },
  // Tells I from l, and O from 0.
  code: { weight: 400, size: 13, family: 'monospace' },
} satisfies Record<string, Font>;
const family = 'system-ui, -apple-system, "Segoe UI", Roboto, "Noto Sans", sans-serif';
const css = ({ weight, size, family: own = family }: Font) => `${weight} ${size}px ${own}`;
const ink = '#14201c';
const ink2 = '#55635d';
const line = '#dedcd3';

/** Draws a receipt as a PNG, black on white in every theme. */
export async function drawReceipt(words: ReceiptWords): Promise<Blob> {
  const canvas = document.createElement('canvas');
  const context = canvas.getContext('2d');
  if (!context) throw new Error('the browser has no canvas');
  const logo = await loadLogo(words.logo);
  const { inks, height, logoY } = layOutReceipt(
    words,
    (text, font) => {
      context.font = font;
      return context.measureText(text).width;
    },
    logo,
  );
  canvas.width = width * scale;
  canvas.height = height * scale;
  context.scale(scale, scale);
  context.fillStyle = '#ffffff';
  context.fillRect(0, 0, width, height);
  logo?.draw(context, margin, logoY);
  for (const one of inks) {
    context.fillStyle = one.color;
    if (one.kind === 'line') context.fillRect(margin, one.y, width - 2 * margin, 1);
    else if (one.kind === 'code') {
      context.save();
      context.translate(margin, one.y);
      context.scale(one.module, one.module);
      context.fill(new Path2D(one.path));
      context.restore();
    } else {
      context.font = one.font;
      context.fillText(one.text, one.x, one.y);
    }
  }
  return new Promise((resolve, reject) => {
    canvas.toBlob((blob) => (blob ? resolve(blob) : reject(new Error('no picture'))), 'image/png');
  });
}

const mark: Logo = {
  width: logoHeight,
  height: logoHeight,
  draw(context, x, y) {
    context.save();
    context.translate(x, y);
    context.strokeStyle = ink;
    context.lineWidth = 3.2;
    context.lineCap = 'round';
    for (const one of markLines) context.stroke(new Path2D(one));
    context.restore();
  },
};

/** The operator's logo, or Giro's mark. Null if it can't be read: the name stands alone then. */
async function loadLogo(address: string | null): Promise<Logo | null> {
  if (address === null) return mark;
  if (address === '') return null;
  const image = new Image();
  image.src = address;
  try {
    await image.decode();
  } catch {
    return null;
  }
  // An SVG without a size of its own has none in Firefox.
  const [wide, high] = [image.naturalWidth || 1, image.naturalHeight || 1];
  const factor = Math.min(logoHeight / high, maxLogoWidth / wide);
  const [width, height] = [wide * factor, high * factor];
  return {
    width,
    height,
    draw: (context, x, y) => context.drawImage(image, x, y, width, height),
  };
}

/**
 * Places the words of a receipt one below the other: terms at the left, values beside them, and the name behind the
 * logo.
 */
export function layOutReceipt(
  words: ReceiptWords,
  measure: Measure,
  logo: Pick<Logo, 'width' | 'height'> | null,
) {
  const inks: Ink[] = [];
  let y = margin;

  function write(text: string, font: Font, color = ink, x = margin, most = width - margin - x) {
    const fitting = shrink(text, font, most, measure);
    const lineHeight = Math.round(fitting.size * 1.4);
    for (const line of wrap(text, most, (part) => measure(part, css(fitting)))) {
      y += lineHeight;
      const baseline = y - Math.round(lineHeight * 0.28);
      inks.push({ kind: 'text', text: line, x, y: baseline, font: css(fitting), color });
    }
  }

  function rule(color: string) {
    y += 10;
    inks.push({ kind: 'line', y, color });
    y += 10;
  }

  write(words.brand, fonts.brand, ink, margin + (logo ? logo.width + 10 : 0));
  const logoY = (margin + y - (logo?.height ?? 0)) / 2;
  write(words.title, fonts.body, ink2);
  rule(ink);
  if (words.sandbox !== null) {
    write(words.sandbox, fonts.strong);
    y += 10;
  }
  write(words.state, fonts.title);
  write(words.checked, fonts.small, ink2);
  y += 10;
  write(words.proof, fonts.strong);
  for (const { key, term, value, note } of words.rows) {
    rule(line);
    const top = y;
    write(term, fonts.body, ink2, margin, termWidth - 16);
    const bottom = y;
    y = top;
    write(value, key === 'gets' ? fonts.strong : fonts.body, ink, margin + termWidth);
    if (note !== undefined) write(note, fonts.small, ink2, margin + termWidth);
    y = Math.max(y, bottom);
  }
  if (words.footnote !== null) {
    rule(line);
    write(words.footnote, fonts.small, ink2);
  }
  if (words.check) {
    const { how, where, code, qr } = words.check;
    rule(line);
    const top = y;
    // Whole pixels: a camera reads no blurred modules.
    const module = Math.max(1, Math.floor((qrWidth * scale) / qr.size)) / scale;
    const side = qr.size * module;
    inks.push({ kind: 'code', path: qr.path, y: top, color: ink, module });
    write(how, fonts.strong, ink, margin + side + 16);
    write(where, fonts.small, ink2, margin + side + 16);
    y = Math.max(y, top + side);
    y += 10;
    write(code, fonts.code);
  }
  return { inks, height: y + margin, logoY };
}

/** Shrinks a font so that the widest word fits: a figure that is broken can be read as another one. */
function shrink(text: string, font: Font, most: number, measure: Measure): Font {
  const widest = Math.max(...text.split(' ').map((word) => measure(word, css(font))));
  return widest <= most ? font : { ...font, size: (font.size * most) / widest };
}

/** Breaks a text at plain spaces only, so that a figure stays with its currency. */
function wrap(text: string, most: number, measure: (part: string) => number): string[] {
  const lines: string[] = [];
  for (const word of text.split(' ')) {
    const last = lines.at(-1);
    const longer = `${last} ${word}`;
    // A fitted word measures as wide as the line, give or take a rounding.
    if (last !== undefined && measure(longer) <= most + 0.5) lines[lines.length - 1] = longer;
    else lines.push(word);
  }
  return lines;
}
