import type { TransferDetail } from '../../../../contract/api/transfer.ts';
import { isFinal } from '../../../../contract/transfer-state.ts';

type Sighting = TransferDetail['timeline'][number];

/** A past, present or expected state of a transfer. */
export type TransferStep = Sighting & { status: 'done' | 'now' | 'next' | 'stopped' };

/** Steps of the timeline: past states, the present one, and those that usually follow. */
export function transferSteps(state: string, timeline: readonly Sighting[]): TransferStep[] {
  const earlier = timeline.filter((sighting) => sighting.state !== state);
  const present = timeline.find((sighting) => sighting.state === state);
  return [
    ...earlier.map((sighting) => ({ ...sighting, status: 'done' as const })),
    { state, seen_at: present?.seen_at ?? null, status: presentStatus(state) },
    // After the service changed a final state, no next step can be expected.
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

// contract 3 shows no transitions: after an unknown state, no next step can be expected.
function ahead(state: string): string[] {
  if (state === 'pending') return ['assigned', 'executed'];
  return state === 'assigned' ? ['executed'] : [];
}

/**
 * The final state that the service gave before the present one; undefined if there was none. contract 3
 * shows no transitions, so a final state may change.
 */
export function stateBefore(state: string, timeline: readonly Sighting[]): string | undefined {
  const ended = timeline.filter((step) => isFinal(step.state) && step.state !== state);
  return ended.findLast(({ seen_at }) => seen_at !== null)?.state;
}
