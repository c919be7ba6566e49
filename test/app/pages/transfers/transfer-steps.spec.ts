import { expect, it } from 'vitest';
import {
  stateBefore,
  transferSteps,
} from '../../../../src/app/pages/transfers/show/transfer-steps.ts';

const seen = (state: string) => ({ state, seen_at: '2026-01-02T03:04:05.000Z' });
const unseen = (state: string) => ({ state, seen_at: null });
const stepsOf = (state: string, timeline: Parameters<typeof transferSteps>[1]) =>
  transferSteps(state, timeline).map((step) => `${step.state} ${step.status}`);

it.each([
  ['pending', [seen('pending')], ['pending now', 'assigned next', 'executed next']],
  [
    'assigned',
    [unseen('pending'), seen('assigned')],
    ['pending done', 'assigned now', 'executed next'],
  ],
  [
    'executed',
    [seen('pending'), unseen('assigned'), seen('executed')],
    ['pending done', 'assigned done', 'executed done'],
  ],
  ['rejected', [seen('pending'), seen('rejected')], ['pending done', 'rejected stopped']],
  // contract 3: after an unknown state, no next step is shown.
  ['on_hold', [seen('pending'), seen('on_hold')], ['pending done', 'on_hold now']],
  // The service changed a final state: no next step is shown.
  [
    'assigned',
    [seen('pending'), seen('executed'), seen('assigned')],
    ['pending done', 'executed done', 'assigned now'],
  ],
  // The present state is not in the timeline yet.
  ['assigned', [seen('pending')], ['pending done', 'assigned now', 'executed next']],
])('shows the steps of a transfer that is %s', (state, timeline, steps) => {
  expect(stepsOf(state, timeline)).toEqual(steps);
});

it.each([
  ['pending', [seen('pending')], undefined],
  ['executed', [seen('pending'), unseen('assigned'), seen('executed')], undefined],
  ['assigned', [seen('pending'), seen('executed'), seen('assigned')], 'executed'],
  ['on_hold', [seen('pending'), seen('rejected'), seen('on_hold')], 'rejected'],
  ['rejected', [seen('pending'), seen('executed'), seen('rejected')], 'executed'],
])('finds the earlier final state of a transfer that is now %s', (state, timeline, before) => {
  expect(stateBefore(state, timeline)).toBe(before);
});
