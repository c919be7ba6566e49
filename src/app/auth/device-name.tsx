import { Trans } from '@lingui/react/macro';

type DeviceNameProps = { session: { browser: string | null; system: string | null } };

/** The device of a session in words. */
export function DeviceName({ session: { browser, system } }: DeviceNameProps) {
  if (browser !== null && system !== null) {
    return (
      <Trans>
        {browser} on {system}
      </Trans>
    );
  }
  return browser ?? system ?? <Trans>Unknown device</Trans>;
}
