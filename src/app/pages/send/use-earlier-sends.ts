import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import type { Send } from '../../../contract/api/send.ts';
import { sendsLikeQuery } from '../../api/sends.ts';
import { type CheckSearch, sendingOf } from './send-search.ts';

const lookAgainEvery = 30_000;
const lookForOutcomeEvery = 3_000;

/** This person's other sendings of the same, and what they chose to do about them. */
export type EarlierSends = {
  /** Its outcome is still being found out: until then nothing like it can be sent. */
  underWay: Send | undefined;
  /** Nobody knows whether they went through, the latest first: sending again is the person's choice. */
  unresolved: Send[];
  /** The latest that was sent in the last ten minutes. */
  sent: Send | undefined;
  /** The key of the unresolved sending that the person chose to send again after. */
  again: string | null;
  choose: (again: boolean) => void;
};

/** Reads them again while the page is open, so that it never speaks of what has ended meanwhile. */
export function useEarlierSends(search: CheckSearch, pending: boolean): EarlierSends {
  const [chosen, setChosen] = useState<string | null>(null);
  const { data = [], refetch } = useQuery({
    ...sendsLikeQuery(sendingOf(search)),
    // The loader has just asked. Without an answer the page still works: the BFF refuses what it must.
    refetchOnMount: false,
    retryOnMount: false,
    refetchOnWindowFocus: 'always',
    refetchInterval: ({ state }) => {
      if (pending) return false;
      return state.data?.some(isUnderWay) ? lookForOutcomeEvery : lookAgainEvery;
    },
  });
  // Of two windows side by side both are visible all the time: only the focus tells which one is used.
  useEffect(() => {
    const look = () => void refetch({ cancelRefetch: false });
    window.addEventListener('focus', look);
    return () => window.removeEventListener('focus', look);
  }, [refetch]);
  const others = data.filter(({ key }) => key !== search.key);
  const unresolved = others.filter(({ state }) => state === 'unresolved');
  const latest = unresolved[0]?.key ?? null;
  return {
    underWay: others.find(isUnderWay),
    unresolved,
    sent: others.find(({ state }) => state === 'sent'),
    // To send again after one sending says nothing of a later one.
    again: chosen === latest ? latest : null,
    choose: (again) => setChosen(again ? latest : null),
  };
}

function isUnderWay({ state }: Send): boolean {
  return state === 'intended' || state === 'unconfirmed';
}
