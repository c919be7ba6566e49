import { screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { StatusBadge } from '../../../src/app/transfers/status-badge.tsx';
import { SummaryList, SummaryRow } from '../../../src/app/ui/summary-list.tsx';
import { Timeline } from '../../../src/app/ui/timeline.tsx';
import { renderUi } from '../../support/render-ui.tsx';

test.each([
  ['pending', 'Pending'],
  ['assigned', 'In progress'],
  ['executed', 'Completed'],
  ['rejected', 'Rejected'],
  ['on_hold', 'on_hold'],
])('shows state %s as the word %s beside an icon', (state, word) => {
  const { container } = renderUi(<StatusBadge state={state} />);
  expect(screen.getByText(word)).toBeVisible();
  expect(container.querySelector('svg[aria-hidden]')).toBeInTheDocument();
});

test('says the status of each step of a timeline', () => {
  renderUi(
    <Timeline
      steps={[
        { key: 'pending', status: 'done', title: 'Pending', detail: 'today 10:02:11' },
        { key: 'assigned', status: 'now', title: 'In progress' },
        { key: 'executed', status: 'next', title: 'Completed' },
      ]}
    />,
  );
  const steps = screen.getAllByRole('listitem');
  expect(steps.map((step) => step.textContent)).toEqual([
    'Pending, donetoday 10:02:11',
    'In progress, now',
    'Completed, not yet',
  ]);
  expect(steps[1]).toHaveAttribute('aria-current', 'step');
});

test('associates the term, value and action of a summary row', () => {
  renderUi(
    <SummaryList>
      <SummaryRow term="You send" note="taken 4 s ago" action={<a href="/">Change</a>}>
        CLP 100.000
      </SummaryRow>
    </SummaryList>,
  );
  expect(screen.getByRole('term')).toHaveTextContent('You send');
  const [value, action] = screen.getAllByRole('definition');
  expect(value).toHaveTextContent('CLP 100.000');
  expect(action).toContainElement(screen.getByRole('link', { name: 'Change' }));
});
