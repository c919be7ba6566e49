import type * as z from 'zod/mini';
import { tabStorage } from '../api/storage.ts';

export type SessionDraft<Values> = {
  /** What the person had typed; null for nothing, or for what an older Giro wrote in another form. */
  read(): Values | null;
  keep(values: Values): void;
  drop(): void;
};

/**
 * What a person has typed and not sent yet, of one `kind` at one `place`. It lies in session storage:
 * gone with the tab, cleared at sign-out, and there again after a page that was left to sign in.
 */
export function sessionDraft<Values>(
  schema: z.ZodMiniType<Values>,
  kind: string,
  user_id: string,
  place: readonly (string | null)[],
): SessionDraft<Values> {
  const key = JSON.stringify(['giro', kind, user_id, ...place]);
  return {
    read: () => tabStorage.read(key, schema),
    keep: (values) => tabStorage.write(key, values),
    drop: () => tabStorage.remove(key),
  };
}
