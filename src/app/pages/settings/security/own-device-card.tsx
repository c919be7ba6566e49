import { Trans } from '@lingui/react/macro';
import { useQueryClient } from '@tanstack/react-query';
import { useId, useSyncExternalStore } from 'react';
import { forgetDevice, isOwnDevice, setOwnDevice } from '../../../api/own-device.ts';
import { browserStorage } from '../../../api/storage.ts';
import { useEarlyEntry } from '../../../hydration/hydrated-part.tsx';
import { Card } from '../../../ui/card.tsx';
import { Stack } from '../../../ui/stack.tsx';
import styles from '../settings.module.css';

/** Whether this device may keep the last list of transfers, for when there is no network. */
export function OwnDeviceCard({ user_id }: { user_id: string }) {
  const id = useId();
  const client = useQueryClient();
  const isOwn = useSyncExternalStore(
    browserStorage.subscribe,
    () => isOwnDevice(user_id),
    () => false,
  );

  function change(isChecked: boolean) {
    if (!isChecked) return forgetDevice();
    setOwnDevice(user_id);
    // Without its code nothing is kept until the app is opened again.
    void import('../../../offline/last-list.ts').then(
      ({ keepOnLeave }) => keepOnLeave(client),
      () => null,
    );
  }

  useEarlyEntry(id, isOwn ? 'on' : '', (entered) => change(entered === 'on'));
  return (
    <Card as="section" aria-labelledby="own-device">
      <Stack gap="s3">
        <h2 id="own-device">
          <Trans>Without a connection</Trans>
        </h2>
        <label className={styles.tick}>
          <input
            id={id}
            type="checkbox"
            checked={isOwn}
            aria-describedby="own-device-how"
            onChange={({ currentTarget }) => change(currentTarget.checked)}
          />
          <span>
            <Trans>This device is mine: keep my last transfers here</Trans>
          </span>
        </label>
        <p id="own-device-how">
          <small>
            <Trans>
              You see up to 50 transfers without a connection. They are deleted when you sign out.
            </Trans>
          </small>
        </p>
      </Stack>
    </Card>
  );
}
