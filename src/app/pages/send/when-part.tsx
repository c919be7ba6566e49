import { Trans, useLingui } from '@lingui/react/macro';
import { useIsMutating } from '@tanstack/react-query';
import { type ComponentProps, Suspense, useState } from 'react';
import { HydratedApart } from '../../hydration/hydrated-part.tsx';
import { heldPart } from '../../hydration/optional-part.ts';
import { ChoiceGrid } from '../../orders/choice-grid.tsx';
import { Card } from '../../ui/card.tsx';
import { Notice } from '../../ui/notice.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { Stack } from '../../ui/stack.tsx';
import { type CheckSearch, scheduleKey } from './send-search.ts';
import type { WhenDraft } from './use-when.ts';

// Most transfers are sent now: the rest comes when another choice is made, or is in the address.
const later = () => import('./schedule.tsx');
const fields = heldPart(() => later().then((it) => it.ScheduleFields), NotLoaded);
const press = heldPart(() => later().then((it) => it.SchedulePress));

/** For the page's loader: a part that is not there when the page changes loses what was entered into it before. */
export const prepareWhen = ({ when }: CheckSearch): Promise<unknown> | undefined =>
  when && Promise.all([fields.fetch(), press.fetch()]);

type WhenPartProps = {
  draft: WhenDraft;
  /** What arrives by the estimate, in subunits; undefined without one. */
  gets: bigint | undefined;
};

/** Now, on a day, every week or every month; with anything but now also the days. */
export function WhenPart({ draft, gets }: WhenPartProps) {
  const { t } = useLingui();
  const [ScheduleFields] = useState(fields.part);
  // What was pressed is not changed while its answer is under way.
  const isPressed = useIsMutating({ mutationKey: ['send', draft.here.key] }) > 0;
  const isScheduling = useIsMutating({ mutationKey: scheduleKey(draft.here.key) }) > 0;
  return (
    <Card as="section">
      <Stack>
        <ChoiceGrid
          label={<Trans>When</Trans>}
          value={draft.isNow ? 'now' : draft.when.kind}
          options={[
            { value: 'now', label: t({ message: 'Now', context: 'when to send' }) },
            { value: 'once', label: t`On a day` },
            { value: 'weekly', label: t`Every week` },
            { value: 'monthly', label: t`Every month` },
          ]}
          onChange={draft.choose}
          disabled={isPressed || isScheduling}
        />
        {!draft.isNow && (
          <HydratedApart fallback={<Skeleton lines={6} />}>
            <ScheduleFields draft={draft} gets={gets} />
          </HydratedApart>
        )}
      </Stack>
    </Card>
  );
}

/** The button that schedules, in place of Send. */
export function LaterPress(props: ComponentProps<ReturnType<typeof press.part>>) {
  const [SchedulePress] = useState(press.part);
  return (
    <Suspense fallback={null}>
      <SchedulePress {...props} />
    </Suspense>
  );
}

function NotLoaded() {
  return (
    <Notice tone="stop" role="alert" title={<Trans>This part could not be loaded</Trans>}>
      <p>
        <Trans>Nothing was scheduled. Reload the page, or send now.</Trans>
      </p>
    </Notice>
  );
}
