import * as z from 'zod/mini';

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
    read() {
      try {
        const draft = z.safeParse(schema, JSON.parse(sessionStorage.getItem(key) ?? 'null'));
        return draft.success ? draft.data : null;
      } catch {
        // No storage in this browser, or nothing readable in it.
        return null;
      }
    },
    keep(values) {
      try {
        sessionStorage.setItem(key, JSON.stringify(values));
      } catch {
        // No storage, or it is full: the form itself goes on.
      }
    },
    drop() {
      try {
        sessionStorage.removeItem(key);
      } catch {
        // No storage: nothing was kept.
      }
    },
  };
}
