/** The bytes of a long answer in blocks: a text of its length would be copied whole, and would stall the event loop. */
export type ByteBlocks = {
  append(chunk: Uint8Array): void;
  length(): number;
  /** The blocks in their order; only the last has room left. */
  blocks: readonly Buffer[];
  /** The text between two places. */
  text(start: number, end: number): string;
};

export const blockSize = 2 ** 16;

/** @param text what they begin with */
export function createByteBlocks(text = ''): ByteBlocks {
  const blocks: Buffer[] = [];
  let length = 0;

  function append(chunk: Uint8Array) {
    for (let from = 0; from < chunk.length; ) {
      const place = length % blockSize;
      if (place === 0) blocks.push(Buffer.allocUnsafeSlow(blockSize));
      const part = chunk.subarray(from, from + blockSize - place);
      blocks.at(-1)?.set(part, place);
      from += part.length;
      length += part.length;
    }
  }
  append(Buffer.from(text));

  return {
    append,
    length: () => length,
    blocks,
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
