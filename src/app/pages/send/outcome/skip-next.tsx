import { Trans } from '@lingui/react/macro';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { Order } from '../../../../contract/api/order.ts';
import { scheduledKey, scheduledOrderQuery, skipDay } from '../../../api/scheduled-orders.ts';
import { sendQuery } from '../../../api/sends.ts';
import { useOnline } from '../../../live/use-online.ts';
import { ChangeDialog } from '../../../orders/change-dialog.tsx';
import { useOrderDays } from '../../../orders/use-order-days.ts';
import { useOrderPress } from '../../../orders/use-order-press.ts';
import { Button } from '../../../ui/button.tsx';

/** Leaves out the next day alone of what repeats. */
export function SkipNext({ order }: { order: Order }) {
  const { id, revision } = order;
  const client = useQueryClient();
  const isOnline = useOnline();
  const { brief } = useOrderDays();
  const [isAsked, setAsked] = useState(false);
  const { data: scheduled } = useQuery(scheduledOrderQuery(id, revision));
  const { queryKey } = sendQuery(id);
  const skip = useOrderPress(['skip', id], (day: string) => skipDay(order, day), {
    success() {
      setAsked(false);
      void client.invalidateQueries({ queryKey, exact: true });
      void client.invalidateQueries({ queryKey: scheduledKey });
      // The pressed button goes with its dialog, and the title says what comes next.
      document.querySelector('h1')?.focus();
    },
    error: () => client.invalidateQueries({ queryKey, exact: true }),
  });
  const [first] = scheduled?.next ?? [];
  // Of another revision, it may be another day.
  if (!first || scheduled?.revision !== revision) return null;
  const day = brief(first.day);
  return (
    <>
      <Button wide disabled={!isOnline} onClick={() => setAsked(true)}>
        <Trans>Skip {day}</Trans>
      </Button>
      {isAsked && (
        <ChangeDialog
          change={{ kind: 'skip', order: scheduled, day: first.day }}
          alias={undefined}
          pending={skip.pending}
          error={skip.error}
          onConfirm={() => skip.press(first.day)}
          onClose={() => setAsked(false)}
        />
      )}
    </>
  );
}
