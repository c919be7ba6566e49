import { screen } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { Menu } from '../../../src/app/ui/menu.tsx';
import { renderUi } from '../../support/render-ui.tsx';

function renderMenu() {
  const onPick = vi.fn();
  const items = [
    { key: 'copy', label: 'Copy the link', onPick },
    { key: 'share', label: 'Share', onPick: () => {} },
    { key: 'all', label: 'All transfers', to: '/transfers' },
  ];
  const { user } = renderUi(
    <>
      <Menu label="More" items={items} />
      <button type="button">Next</button>
    </>,
  );
  return { user, onPick, button: screen.getByRole('button', { name: 'More' }) };
}

const menu = () => screen.queryByRole('menu', { name: 'More' });
const item = (name: string) => screen.getByRole('menuitem', { name });

test('a click opens it with the focus on the first item, and another closes it', async () => {
  const { user, button } = renderMenu();
  expect(menu()).toBeNull();
  expect(button).toHaveAttribute('aria-haspopup', 'menu');
  expect(button).toHaveAttribute('aria-expanded', 'false');
  await user.click(button);
  expect(menu()).toBeVisible();
  expect(button).toHaveAttribute('aria-expanded', 'true');
  expect(item('Copy the link')).toHaveFocus();
  expect(item('All transfers')).toHaveAttribute('href', '/transfers');
  await user.click(button);
  expect(menu()).toBeNull();
  expect(button).toHaveAttribute('aria-expanded', 'false');
});

test('the arrow keys enter it at either end and wrap around', async () => {
  const { user, button } = renderMenu();
  await user.tab();
  await user.keyboard('{ArrowUp}');
  expect(item('All transfers')).toHaveFocus();
  await user.keyboard('{ArrowDown}');
  expect(item('Copy the link')).toHaveFocus();
  await user.keyboard('{ArrowUp}{ArrowUp}');
  expect(item('Share')).toHaveFocus();
  await user.keyboard('{End}{Home}');
  expect(item('Copy the link')).toHaveFocus();
  await user.keyboard('{Escape}');
  expect(menu()).toBeNull();
  expect(button).toHaveFocus();
  await user.keyboard('{ArrowDown}');
  expect(item('Copy the link')).toHaveFocus();
});

test('Tab closes it and continues from its button', async () => {
  const { user } = renderMenu();
  await user.tab();
  await user.keyboard('{Enter}{Tab}');
  expect(menu()).toBeNull();
  expect(screen.getByRole('button', { name: 'Next' })).toHaveFocus();
});

test('choosing an item runs its action and returns the focus to the button', async () => {
  const { user, onPick, button } = renderMenu();
  await user.click(button);
  await user.keyboard('{Enter}');
  expect(onPick).toHaveBeenCalledOnce();
  expect(menu()).toBeNull();
  expect(button).toHaveFocus();
});

test('a click elsewhere closes it', async () => {
  const { user, button } = renderMenu();
  await user.click(button);
  await user.click(screen.getByRole('button', { name: 'Next' }));
  expect(menu()).toBeNull();
});
