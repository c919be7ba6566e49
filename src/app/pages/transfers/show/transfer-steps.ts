import type { TransferDetail } from '../../../../contract/api/transfer.ts';
import { isFinal } from '../../../../contract/transfer-state.ts';

type Sighting = TransferDetail['timeline'][number];

/** A state that a transfer was in, is in, or is expected to come to. */
export type TransferStep = Sighting & { status: 'done' | 'now' | 'next' | 'stopped' };

/** The way of a transfer: its earlier states, its present one, and those that usually follow. */
export function transferSteps(state: string, timeline: readonly Sighting[]): TransferStep[] {
  const earlier = timeline.filter((sighting) => sighting.state !== state);
  const present = timeline.find((sighting) => sighting.state === state);
  return [
    ...earlier.map((sighting) => ({ ...sighting, status: 'done' as const })),
    { state, seen_at: present?.seen_at ?? null, status: presentStatus(state) },
    // Once the service has changed its word, nothing is promised.
    ...(stateBefore(state, timeline) ? [] : ahead(state)).map((next) => ({
      state: next,
      seen_at: null,
      status: 'next' as const,
    })),
  ];
}

function presentStatus(state: string): TransferStep['status'] {
  if (state === 'executed') return 'done';
  return state === 'rejected' ? 'stopped' : 'now';
}

// contract 3 tells no transitions: after a state that we do not know, nothing is promised.
function ahead(state: string): string[] {
  if (state === 'pending') return ['assigned', 'executed'];
  return state === 'assigned' ? ['executed'] : [];
}

/**
 * The final state that the service said before the present one, where it changed its word (contract 3
 * shows no transitions); undefined where it did not.
 */
export function stateBefore(state: string, timeline: readonly Sighting[]): string | undefined {
  const ended = timeline.filter((step) => isFinal(step.state) && step.state !== state);
  return ended.findLast(({ seen_at }) => seen_at !== null)?.state;
}
