import { Trans } from '@lingui/react/macro';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useId } from 'react';
import { type HoldSettings, offeredHolds } from '../../../../contract/api/order.ts';
import { chooseHold, ownHoldQuery } from '../../../api/hold.ts';
import { useEarlyEntry } from '../../../hydration/hydrated-part.tsx';
import { useFailureMessage } from '../../../i18n/failure-message.ts';
import { words } from '../../../i18n/trans.ts';
import { useSpan } from '../../../i18n/use-span.ts';
import { Card } from '../../../ui/card.tsx';
import { Notice } from '../../../ui/notice.tsx';
import { Stack } from '../../../ui/stack.tsx';
import styles from '../settings.module.css';

/** For how long the person can stop a transfer after Send: the operator's time, or a longer one of their own. */
export function HoldCard() {
  const { data: hold } = useQuery(ownHoldQuery);
  return hold ? <HoldChoice hold={hold} /> : null;
}

function HoldChoice({ hold }: { hold: HoldSettings }) {
  const id = useId();
  const span = useSpan();
  const client = useQueryClient();
  const failureMessage = useFailureMessage();
  const change = useMutation({
    mutationFn: chooseHold,
    onSuccess: (answer) => client.setQueryData(ownHoldQuery.queryKey, answer),
  });
  const { operator_seconds: least, operator_seconds_new_recipient: new_recipient } = hold;
  const chosen = change.isPending ? change.variables : hold.seconds;
  // One that is shorter than the operator's by now counts for nothing.
  const value = chosen !== null && chosen > least ? chosen : least;
  const choose = (seconds: number) => change.mutate(seconds > least ? seconds : null);
  useEarlyEntry(id, String(value), (text) => choose(Number(text)));
  const own = value > least ? [value] : [];
  const lengths = [...new Set([least, ...own, ...offeredHolds.filter((one) => one > least)])];
  const least_span = span(least);
  return (
    <Card as="section" aria-labelledby={`${id}-title`}>
      <Stack gap="s3">
        <h2 id={`${id}-title`}>
          <Trans>Time to stop a transfer</Trans>
        </h2>
        <fieldset id={id} className={styles.topic} aria-describedby={`${id}-how`}>
          <legend>
            <Trans>After Send we wait</Trans>
          </legend>
          {lengths
            .sort((a, b) => a - b)
            .map((seconds) => (
              <label key={seconds} className={styles.tick}>
                <input
                  type="radio"
                  name="hold"
                  value={seconds}
                  checked={seconds === value}
                  onChange={() => choose(seconds)}
                />
                <span>{seconds === 0 ? <Trans>Don’t wait</Trans> : words(span(seconds))}</span>
              </label>
            ))}
        </fieldset>
        <div id={`${id}-how`} className={styles.note}>
          {least > 0 && (
            <p>
              <Trans>Your administrator sets at least {words(least_span)}.</Trans>
            </p>
          )}
          {new_recipient > value && (
            <p>
              <Trans>For a new or changed recipient: {words(span(new_recipient))}.</Trans>
            </p>
          )}
          <p>
            <Trans>It counts from your next transfer.</Trans>
          </p>
        </div>
        <div role="status">{change.isSuccess && <Trans>Saved</Trans>}</div>
        {change.error && <Notice tone="stop" role="alert" title={failureMessage(change.error)} />}
      </Stack>
    </Card>
  );
}
