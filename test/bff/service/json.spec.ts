import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readJson, writeJson } from '../../../src/bff/service/json.ts';
import { wireInteger } from '../../../src/contract/wire.ts';

describe('JSON of the service', () => {
  it('keeps integers of any size exact', () => {
    fc.assert(
      fc.property(fc.bigInt({ min: -(10n ** 58n), max: 10n ** 58n }), (amount) => {
        const text = `{"source_amount_cents":${amount}}`;
        expect(readJson(text)).toEqual({ source_amount_cents: amount });
        expect(writeJson({ source_amount_cents: amount })).toBe(text);
      }),
    );
  });

  it.each(['1.5', '1.0', '1e3', '-0.1', '"1"', '9'.repeat(61)])(
    'does not read %s as an integer',
    (text) => {
      expect(wireInteger.safeParse(readJson(text)).success).toBe(false);
    },
  );

  it.each(['', '{', '[1,]', '01', 'NaN', "{'a':1}", '{"a":1,"a":2}', '[]x'])(
    'rejects %j',
    (text) => {
      expect(() => readJson(text)).toThrow();
    },
  );

  it('reads U+0000, which no store need hold, as U+FFFD, and nothing else so', () => {
    const texts = ['\u0000', 'a\u0000\u0000b', '\\u0000', '\\\u0000', '\\', 'a\n"\u0001'];
    const read = texts.map((text) => readJson(JSON.stringify({ state: text })));
    expect(read).toEqual(texts.map((text) => ({ state: text.replaceAll('\u0000', '\ufffd') })));
  });

  it('omits undefined fields', () => {
    expect(writeJson({ alias: 'Ana', city: undefined })).toBe('{"alias":"Ana"}');
  });
});
