import { screen } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { CopyButton } from '../../../src/app/ui/copy-button.tsx';
import { renderUi } from '../../support/render-ui.tsx';

test('copies its text and says so', async () => {
  const { user } = renderUi(<CopyButton text="4001" />);
  await user.click(screen.getByRole('button', { name: 'Copy' }));
  expect(await navigator.clipboard.readText()).toBe('4001');
  expect(screen.getByRole('status')).toHaveTextContent('Copied');
});

test('says when the browser refuses to copy', async () => {
  const { user } = renderUi(<CopyButton text="4001" />);
  vi.spyOn(navigator.clipboard, 'writeText').mockRejectedValue(new Error('denied'));
  await user.click(screen.getByRole('button', { name: 'Copy' }));
  expect(screen.getByRole('status')).toHaveTextContent('Could not copy');
});
