import { QueryClient } from '@tanstack/react-query';
import { expect, it } from 'vitest';
import { firstEvent, keepEvent } from '../../../src/app/api/first-event.ts';

it('is the event that all answers end with, and none where they differ', () => {
  const client = new QueryClient();
  expect(firstEvent(client)).toBeUndefined();
  keepEvent(client, 'run.4');
  keepEvent(client, 'run.4');
  expect(firstEvent(client)).toBe('run.4');
  keepEvent(client, 'run.5');
  expect(firstEvent(client)).toBeUndefined();
  keepEvent(client, 'run.5');
  expect(firstEvent(client)).toBeUndefined();
});
