import * as z from 'zod/mini';
import { foldText, type TextKind } from '../text.ts';

/** A text that a person typed, as `foldText` folds it; maxLength counts the folded text. */
export const typedText = (kind: TextKind, maxLength: number) =>
  z.string().check(
    z.refine((text) => kind !== 'name' || !/\p{Cc}/u.test(text.trim()), 'must be one line'),
    z.overwrite((text) => foldText(kind, text)),
    z.maxLength(maxLength),
  );
