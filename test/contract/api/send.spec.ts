import { describe, expect, it } from 'vitest';
import { readableLength, resolveRequest } from '../../../src/contract/api/send.ts';

const enough = 'asked Ana today';

describe('the reason that support gives', () => {
  it.each([
    ['zero-width spaces', '\u200b'.repeat(20)],
    ['joiners and marks of direction', '\u200d\u2060\u202e\u2066\ufeff'.repeat(5)],
    ['soft hyphens', '\u00ad'.repeat(20)],
    ['fillers of Hangul', '\u3164\u115f\u1160\uffa0'.repeat(5)],
    ['variation selectors', '\ufe0f\u{e0100}'.repeat(10)],
    ['blank patterns of Braille', '\u2800'.repeat(20)],
    ['spaces of all widths', ' \u00a0\u2003\u3000\t\n'.repeat(5)],
    ['control characters', '\u0001\u0007\u001b'.repeat(5)],
    ['a word between what nobody sees', `\u200b\u2800${'ok'}${'\u200d '.repeat(20)}`],
  ])('is refused when it consists of %s', (_what, reason) => {
    expect(resolveRequest.safeParse({ outcome: 'not_sent', reason }).success).toBe(false);
  });

  it.each([[enough], ['付款人今天確認並未匯出'], ['👩‍👩‍👧 asked her'], [`\u200b${enough}`]])(
    'is accepted when it is readable: %s',
    (reason) => {
      expect(resolveRequest.safeParse({ outcome: 'not_sent', reason }).success).toBe(true);
    },
  );

  it('counts visible characters, and a run of spaces as one', () => {
    expect(readableLength('a\u200bb\u2800c')).toBe(3);
    expect(readableLength('  a \n\t b  ')).toBe(3);
    expect(readableLength('👍👍')).toBe(2);
  });
});
