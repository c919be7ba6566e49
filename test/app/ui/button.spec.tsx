import { screen } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { Button } from '../../../src/app/ui/button.tsx';
import { renderUi } from '../../support/render-ui.tsx';

test('a button does not submit by default', () => {
  renderUi(<Button>Copy</Button>);
  expect(screen.getByRole('button', { name: 'Copy' })).toHaveAttribute('type', 'button');
});

test('a pending button keeps its name and the focus, and ignores clicks', async () => {
  const onClick = vi.fn();
  const { user, rerender } = renderUi(<Button onClick={onClick}>Send</Button>);
  const button = screen.getByRole('button', { name: 'Send' });
  await user.click(button);
  rerender(
    <Button onClick={onClick} pending>
      Send
    </Button>,
  );
  await user.dblClick(button);
  await user.keyboard('{Enter}');
  expect(onClick).toHaveBeenCalledTimes(1);
  expect(button).toHaveFocus();
  expect(button).toHaveAttribute('aria-disabled', 'true');
  expect(button).toHaveAccessibleName('Send');
});

test('a pending submit button blocks Enter in a field of its form', async () => {
  const onSubmit = vi.fn((event) => event.preventDefault());
  const { user } = renderUi(
    <form onSubmit={onSubmit}>
      <input aria-label="Name" />
      <Button type="submit" pending>
        Save
      </Button>
    </form>,
  );
  await user.type(screen.getByLabelText('Name'), 'Ana{Enter}');
  expect(onSubmit).not.toHaveBeenCalled();
});
