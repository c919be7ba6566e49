import { act } from '@testing-library/react';
import { hydrateRoot } from 'react-dom/client';
import { renderToString } from 'react-dom/server';
import { expect, onTestFinished, test, vi } from 'vitest';
import { useIsWide } from '../../../src/app/ui/stack.tsx';

const Columns = () => (useIsWide() ? 'two columns' : 'one column');

test('is narrow on the server, and follows the window in the browser', async () => {
  vi.stubGlobal('innerWidth', 1_280);
  const place = document.createElement('div');
  place.innerHTML = renderToString(<Columns />);
  expect(place.textContent).toBe('one column');
  const complaints: unknown[] = [];
  const onRecoverableError = (error: unknown) => complaints.push(error);
  const root = await act(() => hydrateRoot(place, <Columns />, { onRecoverableError }));
  onTestFinished(() => root.unmount());
  expect(place.textContent).toBe('two columns');
  expect(complaints).toEqual([]);
});
