import { Trans } from '@lingui/react/macro';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { Order } from '../../../../contract/api/order.ts';
import type { ScheduledOrder } from '../../../../contract/api/scheduled-order.ts';
import { scheduledKey, scheduledOrderQuery, skipDay } from '../../../api/scheduled-orders.ts';
import { sendQuery } from '../../../api/sends.ts';
import { words } from '../../../i18n/trans.ts';
import { useOnline } from '../../../live/use-online.ts';
import { ChangeDialog } from '../../../orders/change-dialog.tsx';
import { useOrderDays } from '../../../orders/use-order-days.ts';
import { isLeftOut, useOrderPress } from '../../../orders/use-order-press.ts';
import { Button } from '../../../ui/button.tsx';
import { Notice } from '../../../ui/notice.tsx';

/** A day of an order, as the person was asked about it. */
type Skip = { order: ScheduledOrder; day: string };

/** Leaves out the next day alone of what repeats. */
export function SkipNext({ order }: { order: Order }) {
  const { id, revision } = order;
  const client = useQueryClient();
  const isOnline = useOnline();
  const { brief } = useOrderDays();
  const [asked, setAsked] = useState<Skip | null>(null);
  const { data: scheduled } = useQuery(scheduledOrderQuery(id, revision));
  const { queryKey } = sendQuery(id);
  const skip = useOrderPress(['skip', id], ({ order: seen, day }: Skip) => skipDay(seen, day), {
    success() {
      setAsked(null);
      void client.invalidateQueries({ queryKey, exact: true });
      void client.invalidateQueries({ queryKey: scheduledKey });
      // The pressed button goes with its dialog, and the title says what comes next.
      document.querySelector('h1')?.focus();
    },
    error: () => client.invalidateQueries({ queryKey, exact: true }),
  });
  const isShown = scheduled?.revision === revision;
  const [first] = isShown ? scheduled.next : [];
  const day = first && brief(first.day);
  const { pressed } = skip;
  const isOfShown = pressed?.order.revision === revision;
  return (
    <>
      {isShown && skip.error && pressed && !isOfShown && (
        <SkipUnanswered skip={pressed} now={scheduled} />
      )}
      {isShown && first && (
        <Button
          wide
          disabled={!isOnline}
          pending={skip.pending && !asked}
          onClick={() => setAsked({ order: scheduled, day: first.day })}
        >
          <span>
            <Trans>Skip {day}</Trans>
          </span>
        </Button>
      )}
      {/* It asks about the order as it was when it opened, and never about the next day of a later revision. */}
      {asked?.order.revision === revision && (
        <ChangeDialog
          change={{ kind: 'skip', ...asked }}
          alias={undefined}
          pending={skip.pending}
          error={isOfShown ? skip.error : null}
          onConfirm={() => skip.press(asked)}
          onClose={() => setAsked(null)}
        />
      )}
    </>
  );
}

/** After a press whose answer was lost, or that came too late: what the order says of that day now. */
function SkipUnanswered({ skip: { order, day }, now }: { skip: Skip; now: ScheduledOrder }) {
  const { brief } = useOrderDays();
  const on = words(brief(day));
  if (isLeftOut(day, order, now)) {
    return <Notice tone="done" role="status" title={<Trans>Nothing is sent on {on}</Trans>} />;
  }
  const isToCome = now.next.some((one) => one.day === day);
  return (
    <Notice
      tone="wait"
      role="alert"
      title={
        isToCome ? (
          <Trans>{on} was not skipped: the transfer changed first</Trans>
        ) : (
          <Trans>The transfer changed first</Trans>
        )
      }
    >
      <p>
        <Trans>Check what it says now.</Trans>
      </p>
    </Notice>
  );
}
