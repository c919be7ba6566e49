import { screen } from '@testing-library/react';
import { onTestFinished, vi } from 'vitest';

/** The receipt as printed: the browser asks for it by `beforeprint`. */
export function printed() {
  const print = vi.spyOn(window, 'print').mockImplementation(() => {
    window.dispatchEvent(new Event('beforeprint'));
  });
  onTestFinished(() => print.mockRestore());
  return () => screen.queryByRole('article');
}

/** jsdom has no canvas: notes the texts that would be drawn, the lines of the mark, and a picture with its size. */
export function stubCanvas() {
  const drawn: string[] = [];
  const context = {
    font: '',
    fillStyle: '',
    measureText: (text: string) => ({ width: text.length * 8 }),
    scale() {},
    fillRect() {},
    fillText: (text: string) => drawn.push(text),
    save() {},
    translate() {},
    fill: ({ line }: { line: string }) => drawn.push(line),
    stroke: ({ line }: { line: string }) => drawn.push(line),
    restore() {},
    drawImage: ({ src }: { src: string }, _x: number, _y: number, width: number, height: number) =>
      drawn.push(`${src} ${width}×${height}`),
  };
  vi.stubGlobal(
    'Path2D',
    class {
      line: string;
      constructor(line: string) {
        this.line = line;
      }
    },
  );
  const { getContext, toBlob } = HTMLCanvasElement.prototype;
  const png = new Blob(['png'], { type: 'image/png' });
  Object.assign(HTMLCanvasElement.prototype, {
    getContext: () => context,
    toBlob: (take: (blob: Blob) => void) => take(png),
  });
  onTestFinished(() => void Object.assign(HTMLCanvasElement.prototype, { getContext, toBlob }));
  return drawn;
}

/** A browser that shares files. */
export function stubShare(share: (shared: ShareData) => Promise<void>) {
  const stub = vi.fn(share);
  for (const [name, value] of Object.entries({ share: stub, canShare: () => true })) {
    Object.defineProperty(navigator, name, { configurable: true, value });
    onTestFinished(() => void Reflect.deleteProperty(navigator, name));
  }
  return stub;
}
