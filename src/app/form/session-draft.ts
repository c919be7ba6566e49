import type * as z from 'zod/mini';
import { tabStorage } from '../api/storage.ts';

export type SessionDraft<Values> = {
  /** What the person had typed; null for nothing, and for a draft in the shape of an older version. */
  read(): Values | null;
  keep(values: Values): void;
  drop(): void;
};

/** Whether this tab has any, of which the server does not know when it renders a page. */
export function hasDrafts(): boolean {
  return tabStorage.keys().some((key) => key.startsWith(keyStart));
}

const keyStart = '["giro",';

/**
 * What a person typed and did not save yet, by `kind` and `place`. It is in session storage, so it is
 * gone with the tab, cleared at sign-out, and kept while the person signs in again.
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
