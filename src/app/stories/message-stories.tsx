import { useState } from 'react';
import { Button } from '../ui/button.tsx';
import { ButtonLink } from '../ui/button-link.tsx';
import { Details } from '../ui/details.tsx';
import { Dialog } from '../ui/dialog.tsx';
import { EmptyState } from '../ui/empty-state.tsx';
import { ErrorSummary } from '../ui/error-summary.tsx';
import { Notice } from '../ui/notice.tsx';
import { Skeleton } from '../ui/skeleton.tsx';
import { TextField } from '../ui/text-field.tsx';
import { Story } from './story.tsx';

export function NoticeStories() {
  return (
    <Story name="Plain, wait, stop, done">
      <Notice>The service lists no bank here.</Notice>
      <Notice tone="wait" title="Do not send it again">
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

export function ErrorSummaryStories() {
  return (
    <Story name="After a failed submit">
      <ErrorSummary
        errors={[
          { id: 'story-city', label: 'City', message: 'Enter the city' },
          { message: 'compliance_review: is waiting for the operator' },
        ]}
      />
      <TextField id="story-city" label="City" error="Enter the city" />
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
          Add the person or company that gets the money.
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
