import { Ago } from '../ui/ago.tsx';
import { Card } from '../ui/card.tsx';
import { ChartRow } from '../ui/chart-row.tsx';
import { ChartTable } from '../ui/chart-table.tsx';
import { CodeBadge } from '../ui/code-badge.tsx';
import { MoneyText } from '../ui/money-text.tsx';
import { RecordList } from '../ui/record-list.tsx';
import { RecordRow } from '../ui/record-row.tsx';
import { Row } from '../ui/row.tsx';
import { StatusBadge } from '../ui/status-badge.tsx';
import { SummaryList } from '../ui/summary-list.tsx';
import { SummaryRow } from '../ui/summary-row.tsx';
import { Tail } from '../ui/tail.tsx';
import { Timeline } from '../ui/timeline.tsx';
import { Story } from './story.tsx';

const states = ['pending', 'assigned', 'executed', 'rejected', 'on_hold'];

export function StatusBadgeStories() {
  return (
    <Story name="Every state, and one that nobody knows">
      <Row>
        {states.map((state) => (
          <StatusBadge key={state} state={state} />
        ))}
      </Row>
      <Row>
        <CodeBadge>COP</CodeBadge>
        <Tail end="4821" />
        <Ago at={new Date().toISOString()} />
      </Row>
    </Story>
  );
}

export function TimelineStories() {
  return (
    <>
      <Story name="On its way">
        <Timeline
          steps={[
            { key: '1', status: 'done', title: 'Pending', detail: 'The service has it.' },
            { key: '2', status: 'now', title: 'Assigned', detail: 'Someone is paying it out.' },
            { key: '3', status: 'next', title: 'Executed' },
          ]}
        />
      </Story>
      <Story name="Stopped">
        <Timeline
          steps={[
            { key: '1', status: 'done', title: 'Pending' },
            { key: '2', status: 'stopped', title: 'Rejected', detail: 'It was not carried out.' },
          ]}
        />
      </Story>
    </>
  );
}

export function TableStories() {
  return (
    <Story name="Bars, each with its figures">
      <h3 id="story-table">By state</h3>
      <ChartTable labelledBy="story-table" head={['State', 'Transfers']}>
        <ChartRow name="Executed" figure="1,204" more="CLP 88,120,000" share={1} />
        <ChartRow name="Rejected" figure="31" share={0.03} tone="stop" />
      </ChartTable>
    </Story>
  );
}

export function SummaryListStories() {
  return (
    <>
      <Story name="The hero of its page">
        <MoneyText text="COP 425,258.00" />
        <MoneyText text="COP 4,241,827,164,788,677,160.54" />
      </Story>
      <Story name="Answers to check">
        <SummaryList>
          <SummaryRow term="To" note="Bancolombia">
            Gloria Patiño
          </SummaryRow>
          <SummaryRow term="Number" action={<a href="#number">Change</a>}>
            9061
          </SummaryRow>
        </SummaryList>
      </Story>
    </>
  );
}

export function RecordListStories() {
  return (
    <Card flush>
      <RecordList>
        {states.map((state) => (
          <RecordRow
            key={state}
            to="/ui"
            title="Mamá Bogotá"
            note="9061"
            figure="COP 425,258.00"
            figureNote="CLP 100,000"
            mark={<StatusBadge state={state} />}
          />
        ))}
      </RecordList>
    </Card>
  );
}
