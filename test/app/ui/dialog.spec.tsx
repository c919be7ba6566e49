import { screen } from '@testing-library/react';
import { useState } from 'react';
import { expect, test } from 'vitest';
import { Dialog } from '../../../src/app/ui/dialog.tsx';
import { renderUi } from '../../support/render-ui.tsx';

const button = (name: string) => screen.getByRole('button', { name });
const heading = () => screen.getByRole('heading', { name: 'Page' });

/** A page whose dialog leaves by its own button, without the browser's closing it. */
function Page({ onSave = () => {} }: { onSave?: () => void }) {
  const [isOpen, setIsOpen] = useState(false);
  function save() {
    setIsOpen(false);
    onSave();
  }
  return (
    <>
      <h1 tabIndex={-1}>Page</h1>
      <button type="button" onClick={() => setIsOpen(true)}>
        Edit
      </button>
      {isOpen && (
        <Dialog title="Note">
          <input aria-label="Note" />
          <button type="button" onClick={save}>
            Save
          </button>
        </Dialog>
      )}
    </>
  );
}

test('its first field has the focus, and what opened it once it has left', async () => {
  const { user } = renderUi(<Page />);
  await user.click(button('Edit'));
  expect(screen.getByRole('textbox', { name: 'Note' })).toHaveFocus();
  await user.click(button('Save'));
  expect(screen.queryByRole('dialog')).toBeNull();
  expect(button('Edit')).toHaveFocus();
});

test('the focus stays where the page has put it', async () => {
  const { user } = renderUi(<Page onSave={() => heading().focus()} />);
  await user.click(button('Edit'));
  await user.click(button('Save'));
  expect(heading()).toHaveFocus();
});
