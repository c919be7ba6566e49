import { useLoaderData, useLocation } from 'react-router-dom';
import * as z from 'zod/mini';
import { maxSearchLength } from '../../../contract/api/wire.ts';
import type { LookUp } from './loader.ts';

const searchState = z.object({ q: z.string().check(z.trim(), z.maxLength(maxSearchLength)) });

export type Searched = {
  /** Empty while nothing is looked up. */
  q: string;
  /** The recipient that was picked, by id. */
  recipient: string | undefined;
};

/**
 * What is looked up. The text may be a name or somebody's number, so that it stands in the history,
 * which survives a reload and Back, and in no address but one that somebody wrote.
 */
export function useSearched(): Searched {
  const { q, recipient } = useLoaderData<LookUp>();
  const state = searchState.safeParse(useLocation().state).data;
  return { q: state?.q ?? q ?? recipient ?? '', recipient };
}
