import { useState } from 'react';
import { Avatar } from '../accounts/avatar.tsx';
import { LastDigits } from '../accounts/last-digits.tsx';
import { MoneyText } from '../transfers/money-text.tsx';
import { StatusBadge } from '../transfers/status-badge.tsx';
import { Ago } from '../ui/ago.tsx';
import { Button, ButtonLink } from '../ui/button.tsx';
import { Card } from '../ui/card.tsx';
import { ChartRow, ChartTable } from '../ui/chart-table.tsx';
import { CodeBadge } from '../ui/code-badge.tsx';
import { Details } from '../ui/details.tsx';
import { Dialog } from '../ui/dialog.tsx';
import { EmptyState } from '../ui/empty-state.tsx';
import { ErrorSummary } from '../ui/error-summary.tsx';
import { Notice } from '../ui/notice.tsx';
import { RecordList, RecordRow } from '../ui/record-list.tsx';
import { Skeleton } from '../ui/skeleton.tsx';
import { Row } from '../ui/stack.tsx';
import { SummaryList, SummaryRow } from '../ui/summary-list.tsx';
import { Table } from '../ui/table.tsx';
import { TextField } from '../ui/text-field.tsx';
import { TileButton, TileLink, Tiles } from '../ui/tiles.tsx';
import { Timeline } from '../ui/timeline.tsx';
import { Tip } from '../ui/tip.tsx';
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
        <LastDigits end="4821" />
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
            { key: '1', status: 'done', title: 'Pending', detail: 'The service received it.' },
            {
              key: '2',
              status: 'now',
              title: 'In progress',
              detail: 'A payment partner is paying it out.',
            },
            { key: '3', status: 'next', title: 'Completed' },
          ]}
        />
      </Story>
      <Story name="From left to right">
        <Timeline
          across
          steps={[
            { key: '1', status: 'done', title: 'Sent', detail: 'today 10:02' },
            { key: '2', status: 'now', title: 'In progress', detail: 'today 10:05' },
            { key: '3', status: 'next', title: 'Completed' },
          ]}
        />
      </Story>
      <Story name="Stopped">
        <Timeline
          steps={[
            { key: '1', status: 'done', title: 'Pending' },
            {
              key: '2',
              status: 'stopped',
              title: 'Rejected',
              detail: 'The recipient was not paid.',
            },
          ]}
        />
      </Story>
    </>
  );
}

export function TableStories() {
  return (
    <>
      <Story name="Names, words, figures">
        <Table caption="The latest calls" head={['When', 'Outcome', 'Took']}>
          <CallRows count={3} />
        </Table>
      </Story>
      <Story name="Long: it scrolls">
        <Table caption="All calls" head={['When', 'Outcome', 'Took']} scrolls>
          <CallRows count={30} />
        </Table>
      </Story>
      <Story name="Bars, each with its figures">
        <ChartTable caption="By status" head={['Status', 'Transfers']}>
          <ChartRow name="Completed" figure="1,204" more={<p>CLP 88,120,000</p>} share={1} />
          <ChartRow name="Rejected" figure="31" share={0.03} tone="stop" />
        </ChartTable>
      </Story>
    </>
  );
}

function CallRows({ count }: { count: number }) {
  const seconds = Array.from({ length: count }, (_, place) => 59 - place);
  return seconds.map((second) => (
    <tr key={second}>
      <th scope="row">10:02:{String(second).padStart(2, '0')}</th>
      <td>{second % 7 === 1 ? 'Not reached' : 'Answered'}</td>
      <td>{(62 - second) ** 3} ms</td>
    </tr>
  ));
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
      <Story name="Facts, at the ends of their lines">
        <SummaryList ends>
          <SummaryRow term="Sent">CLP 100,000</SummaryRow>
          <SummaryRow term="Rate" hint="Calculated from the two amounts.">
            1 CLP = 4.3127 COP
          </SummaryRow>
        </SummaryList>
      </Story>
    </>
  );
}

export function TilesStories() {
  return (
    <Story name="Three actions">
      <Tiles>
        <TileButton icon="receipt">Receipt</TileButton>
        <TileButton icon="share">Share</TileButton>
        <TileLink icon="list" to="/ui">
          Your transfers
        </TileLink>
      </Tiles>
    </Story>
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

export function AvatarStories() {
  return (
    <Story name="Initials, tint, country or asset">
      {['501', '502', '503', '504'].map((id) => (
        <Avatar key={id} id={id} alias="Mamá Bogotá" code="CO" />
      ))}
      <Avatar id="505" alias="Cold wallet" code="ETH" size="small" />
      <Avatar id="506" alias={null} size="large" />
    </Story>
  );
}

export function NoticeStories() {
  return (
    <Story name="Plain, wait, stop, done">
      <Notice>The service lists no bank here.</Notice>
      <Notice tone="wait" title="Please don’t send it again">
        <p>It may have gone through.</p>
        <ButtonLink to="/ui">Show that transfer</ButtonLink>
      </Notice>
      <Notice tone="stop" title="Nothing was sent">
        The service refused it.
      </Notice>
      <Notice tone="done" title="Settled" />
    </Story>
  );
}

export function TipStories() {
  return (
    <Story name="Short, and of several lines">
      <Tip icon="receipt">We charge no fee.</Tip>
      <Tip icon="clock">
        <b>Usually arrives within 2 hours.</b> Of the last 84 to this bank, 9 in 10 took less than a
        day. We can’t promise a time.
      </Tip>
    </Story>
  );
}

export function ErrorSummaryStories() {
  return (
    <Story name="After a failed submit">
      <ErrorSummary
        errors={[
          { id: 'story-city', message: 'Enter the city.' },
          { message: 'The payment service says: “compliance review is waiting”' },
        ]}
      />
      <TextField id="story-city" label="City" error="Enter the city." />
    </Story>
  );
}

export function DialogStories() {
  const [open, setOpen] = useState(false);
  return (
    <Story name="Over the page">
      <Button onClick={() => setOpen(true)}>Open</Button>
      {open && (
        <Dialog title="Your session ended" onClose={() => setOpen(false)}>
          <TextField label="Password" type="password" />
          <Button variant="main" wide onClick={() => setOpen(false)}>
            Sign in
          </Button>
        </Dialog>
      )}
    </Story>
  );
}

export function EmptyStateStories() {
  return (
    <>
      <Story name="Nothing here, and what to do">
        <EmptyState
          title="No recipients yet"
          action={<ButtonLink to="/ui">Add recipient</ButtonLink>}
        >
          Add the person or company you want to pay.
        </EmptyState>
      </Story>
      <Story name="One press away">
        <Details>Mobile phone</Details>
      </Story>
    </>
  );
}

export function SkeletonStories() {
  return (
    <Story name="Seen after 200 ms">
      <Skeleton lines={6} />
    </Story>
  );
}
