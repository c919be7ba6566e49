import { screen, within } from '@testing-library/react';
import { useState } from 'react';
import { expect, test, vi } from 'vitest';
import { Combobox, type ComboboxItem, type ComboboxProps } from '../../../src/app/ui/combobox.tsx';
import { renderUi } from '../../support/render-ui.tsx';

const banks: ComboboxItem[] = [
  { value: '1', label: 'Bancolombia', badge: '007', hint: 'Colombia' },
  { value: '2', label: 'Davivienda', badge: '051', hint: 'Colombia' },
  { value: '3', label: 'Itaú Unibanco', badge: '341', hint: 'Brazil', search: 'Itau SA' },
  { value: '4', label: 'Banco do Brasil', badge: '001', hint: 'Brazil' },
];

function Chosen({
  start = '',
  onChoice,
  ...props
}: Partial<ComboboxProps> & { start?: string; onChoice?: (value: string) => void }) {
  const [value, setValue] = useState(start);
  return (
    <>
      <Combobox
        label="Bank"
        items={banks}
        value={value}
        onChange={(next) => {
          setValue(next);
          onChoice?.(next);
        }}
        {...props}
      />
      <button type="button">Elsewhere</button>
    </>
  );
}

const box = () => screen.getByRole('combobox', { name: 'Bank' });
const optionNames = () => screen.getAllByRole('option').map((option) => option.textContent);

test('is closed at first, and shows the chosen item', () => {
  renderUi(<Chosen start="3" />);
  expect(box()).toHaveValue('Itaú Unibanco');
  expect(box()).toHaveAttribute('aria-expanded', 'false');
  expect(screen.queryByRole('option')).not.toBeInTheDocument();
});

test('finds any part without accents or capitals, and Enter chooses the first match', async () => {
  const onChoice = vi.fn();
  const { user } = renderUi(<Chosen onChoice={onChoice} />);
  await user.tab();
  await user.keyboard('itau');
  expect(optionNames()).toEqual(['341Itaú UnibancoBrazil']);
  await user.keyboard('{Enter}');
  expect(onChoice).toHaveBeenCalledExactlyOnceWith('3');
  expect(box()).toHaveValue('Itaú Unibanco');
  expect(box()).toHaveAttribute('aria-expanded', 'false');
});

test('lists items that begin with the words first', async () => {
  const { user } = renderUi(<Chosen />);
  await user.type(box(), 'ban');
  expect(optionNames()).toEqual([
    '007BancolombiaColombia',
    '001Banco do BrasilBrazil',
    '341Itaú UnibancoBrazil',
  ]);
});

test('finds an item by codes, hints and other words, in any order', async () => {
  const { user } = renderUi(<Chosen />);
  await user.type(box(), 'brazil 001');
  expect(optionNames()).toEqual(['001Banco do BrasilBrazil']);
});

test('the arrow keys move through the options and name the active one', async () => {
  const { user } = renderUi(<Chosen />);
  await user.tab();
  await user.keyboard('{ArrowDown}{ArrowDown}');
  const second = screen.getByRole('option', { name: /Davivienda/ });
  expect(box()).toHaveAttribute('aria-activedescendant', second.id);
  expect(second).toHaveAttribute('aria-selected', 'true');
  await user.keyboard('{Enter}');
  expect(box()).toHaveValue('Davivienda');
});

test('opens with all options, at the chosen one', async () => {
  const { user } = renderUi(<Chosen start="2" />);
  await user.click(box());
  expect(screen.getAllByRole('option')).toHaveLength(4);
  expect(box()).toHaveAttribute(
    'aria-activedescendant',
    screen.getByRole('option', { name: /Davivienda/ }).id,
  );
});

test('blur without a choice restores the last one', async () => {
  const onChoice = vi.fn();
  const { user } = renderUi(<Chosen start="2" onChoice={onChoice} />);
  await user.click(box());
  await user.keyboard('xyz');
  await user.click(screen.getByRole('button', { name: 'Elsewhere' }));
  expect(box()).toHaveValue('Davivienda');
  expect(onChoice).not.toHaveBeenCalled();
  await user.click(box());
  expect(screen.getAllByRole('option')).toHaveLength(4);
});

test('blur with a complete label chooses it', async () => {
  const { user } = renderUi(<Chosen />);
  await user.tab();
  await user.keyboard('bancolombia');
  await user.tab();
  expect(box()).toHaveValue('Bancolombia');
});

test('Escape closes the list and keeps the choice', async () => {
  const onChoice = vi.fn();
  const { user } = renderUi(<Chosen start="2" onChoice={onChoice} />);
  await user.click(box());
  await user.keyboard('ban{Escape}{Escape}');
  expect(box()).toHaveValue('Davivienda');
  expect(box()).toHaveAttribute('aria-expanded', 'false');
  expect(onChoice).not.toHaveBeenCalled();
});

test('emptying the text clears the choice, and so does the Clear button', async () => {
  const onChoice = vi.fn();
  const { user } = renderUi(<Chosen start="2" onChoice={onChoice} />);
  await user.clear(box());
  expect(onChoice).toHaveBeenLastCalledWith('');
  await user.keyboard('dav{Enter}');
  expect(onChoice).toHaveBeenLastCalledWith('2');
  await user.click(screen.getByRole('button', { name: 'Clear' }));
  expect(onChoice).toHaveBeenLastCalledWith('');
  expect(box()).toHaveValue('');
});

test('says when nothing matches, and recovers when something does', async () => {
  const { user } = renderUi(<Chosen emptyText="No such bank here." />);
  await user.type(box(), 'davx');
  expect(screen.queryByRole('option')).not.toBeInTheDocument();
  expect(screen.getByRole('status')).toHaveTextContent('No such bank here.');
  await user.keyboard('{Backspace}{Enter}');
  expect(box()).toHaveValue('Davivienda');
});

test('shows 100 options and counts the rest, always with the chosen one', async () => {
  const many = Array.from({ length: 250 }, (_, n) => ({ value: `${n}`, label: `Bank ${n}` }));
  const { user } = renderUi(<Chosen items={many} start="249" />);
  await user.click(box());
  expect(screen.getAllByRole('option')).toHaveLength(100);
  expect(screen.getByText('150 more: keep typing')).toBeVisible();
  expect(within(screen.getByRole('listbox')).getByText('Bank 249')).toBeInTheDocument();
});

test('a value set from outside changes the text', async () => {
  const { rerender } = renderUi(
    <Combobox label="Bank" items={banks} value="1" onChange={() => {}} />,
  );
  rerender(<Combobox label="Bank" items={banks} value="4" onChange={() => {}} />);
  expect(box()).toHaveValue('Banco do Brasil');
});

test('items that load later give the value its text', () => {
  const { rerender } = renderUi(<Combobox label="Bank" items={[]} value="1" onChange={() => {}} />);
  rerender(<Combobox label="Bank" items={banks} value="1" onChange={() => {}} />);
  expect(box()).toHaveValue('Bancolombia');
});

test('the error describes the input', () => {
  renderUi(<Chosen error="Choose a bank" />);
  expect(box()).toHaveAccessibleDescription('Choose a bank');
  expect(box()).toHaveAttribute('aria-invalid', 'true');
});
