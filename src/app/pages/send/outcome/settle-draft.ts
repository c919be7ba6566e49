import * as z from 'zod/mini';
import { id } from '../../../../contract/api/wire.ts';
import { type SessionDraft, sessionDraft } from '../../../form/session-draft.ts';

/** What support is about to say. */
const verdict = z.union([
  z.object({ outcome: z.literal('sent'), transfer_id: id }),
  z.object({ outcome: z.literal('not_sent') }),
  z.object({ outcome: z.literal('other'), transfer_id: id }),
]);
export type Verdict = z.infer<typeof verdict>;

const draft = z.object({
  /** Null once the dialog is closed: the reason alone is kept. */
  verdict: z.nullable(verdict),
  reason: z.string(),
});
export type Draft = z.infer<typeof draft>;

/** A word on a sending that is not said yet. */
export function settleDraft(user_id: string, key: string): SessionDraft<Draft> {
  return sessionDraft(draft, 'settle', user_id, [key]);
}
