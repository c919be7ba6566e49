/** Bytes in blocks: one array of their length would be copied whole each time it grows. */
type ByteBlocks = {
  append(chunk: Uint8Array): void;
  length(): number;
  /** The text between two places. */
  text(start: number, end: number): string;
};

const blockSize = 2 ** 20;

export function createByteBlocks(): ByteBlocks {
  const blocks: Buffer[] = [];
  let length = 0;

  return {
    append(chunk) {
      for (let from = 0; from < chunk.length; ) {
        const place = length % blockSize;
        if (place === 0) blocks.push(Buffer.allocUnsafeSlow(blockSize));
        const part = chunk.subarray(from, from + blockSize - place);
        blocks.at(-1)?.set(part, place);
        from += part.length;
        length += part.length;
      }
    },
    length: () => length,
    text(start, end) {
      const parts: Buffer[] = [];
      for (let at = start; at < end; ) {
        const place = at % blockSize;
        const till = Math.min(blockSize, place + end - at);
        const block = blocks[Math.floor(at / blockSize)];
        if (!block) break;
        parts.push(block.subarray(place, till));
        at += till - place;
      }
      const [only] = parts;
      return (parts.length === 1 && only ? only : Buffer.concat(parts)).toString();
    },
  };
}
