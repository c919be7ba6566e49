import { Trans } from '@lingui/react/macro';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { newsSettingsQuery } from '../../../api/news.ts';
import { type PushState, pushState, turnOffPush, turnOnPush } from '../../../api/push.ts';
import { useHydrated } from '../../../hydration/hydrated-part.tsx';
import { useFailureMessage } from '../../../i18n/failure-message.ts';
import { Button } from '../../../ui/button.tsx';
import { Card } from '../../../ui/card.tsx';
import { Row, Stack } from '../../../ui/stack.tsx';
import styles from '../settings.module.css';

const queryKey = ['push'];

/** Notifications on this device, which only the browser knows. */
export function DeviceCard() {
  const client = useQueryClient();
  const failureMessage = useFailureMessage();
  const isHydrated = useHydrated();
  const { data: state } = useQuery({ queryKey, queryFn: pushState, enabled: isHydrated });
  const turn = useMutation({
    mutationFn: (on: boolean) => (on ? turnOnPush() : turnOffPush()),
    onSuccess: (next) => {
      client.setQueryData(queryKey, next);
      // It says how many devices there are.
      return client.invalidateQueries({ queryKey: newsSettingsQuery.queryKey });
    },
  });
  return (
    <Card as="section" aria-labelledby="device">
      <Stack gap="s3" className={styles.device}>
        <h2 id="device">
          <Trans>This device</Trans>
        </h2>
        <p role="status">{state && <How state={state} />}</p>
        {(state === 'on' || state === 'off') && (
          <Row>
            <Button pending={turn.isPending} onClick={() => turn.mutate(state === 'off')}>
              {state === 'on' ? (
                <Trans>Turn off notifications</Trans>
              ) : (
                <Trans>Turn on notifications</Trans>
              )}
            </Button>
          </Row>
        )}
        {turn.error && <p role="alert">{failureMessage(turn.error)}</p>}
      </Stack>
    </Card>
  );
}

function How({ state }: { state: PushState }) {
  switch (state) {
    case 'on':
      return <Trans>We notify you on this device, even when this tab is closed.</Trans>;
    case 'off':
      return <Trans>This device shows no notifications yet.</Trans>;
    case 'blocked':
      return <Trans>This browser blocks our notifications. Allow them in its settings.</Trans>;
    case 'install':
      return (
        <Trans>
          Add this app to your home screen first. Then open it there and turn on notifications.
        </Trans>
      );
    case 'none':
      return <Trans>This browser can’t notify you here. We tell you by email.</Trans>;
  }
}
