import { screen, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { Table } from '../../../src/app/ui/table.tsx';
import { renderUi } from '../../support/render-ui.tsx';

const row = (
  <tr>
    <th scope="row">CLP</th>
    <td>100,000</td>
  </tr>
);
const head = ['Currency', 'Amount'];

test('has a name, and names for its columns and rows', () => {
  renderUi(
    <Table caption="Sent" head={head}>
      {row}
    </Table>,
  );
  const table = within(screen.getByRole('table', { name: 'Sent' }));
  const columns = table.getAllByRole('columnheader');
  expect(columns.map(({ textContent }) => textContent)).toEqual(head);
  expect(table.getByRole('rowheader', { name: 'CLP' })).toBeVisible();
  expect(screen.queryByRole('region')).not.toBeInTheDocument();
});

test('keeps the names of hidden column heads', () => {
  renderUi(
    <Table caption="Sent" head={head} headHidden>
      {row}
    </Table>,
  );
  expect(screen.getByRole('columnheader', { name: 'Amount' })).toBeInTheDocument();
});

test('a long table scrolls in a named region that is focusable', async () => {
  const { user } = renderUi(
    <Table caption="Sent" head={head} scrolls>
      {row}
    </Table>,
  );
  await user.tab();
  expect(screen.getByRole('region', { name: 'Sent' })).toHaveFocus();
});
