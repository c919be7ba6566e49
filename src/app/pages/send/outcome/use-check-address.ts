import { useLocation } from 'react-router-dom';
import * as z from 'zod/mini';

const fromCheck = z.object({ check: z.string().check(z.regex(/^\/send\?/)) });

/** Where the person pressed Send, with the same key; undefined when they came another way. */
export function useCheckAddress(): string | undefined {
  const { state } = useLocation();
  return z.safeParse(fromCheck, state).data?.check;
}
