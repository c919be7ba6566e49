import { Trans } from '@lingui/react/macro';
import { useSuspenseQuery } from '@tanstack/react-query';
import { ownAccountQuery } from '../../../api/own-account.ts';
import { sessionQuery } from '../../../api/session.ts';
import { Card } from '../../../ui/card.tsx';
import { SettingsFrame } from '../settings-frame.tsx';
import { HoldCard } from './hold-card.tsx';
import { OwnDeviceCard } from './own-device-card.tsx';
import { PasskeysCard } from './passkeys-card.tsx';
import { PasswordCard } from './password-card.tsx';
import { SecondFactorCard } from './second-factor-card.tsx';
import { SessionsCard } from './sessions-card.tsx';

/** How a person signs in, and where they are. An OpenID provider's people look after it there. */
export function Page() {
  const { user } = useSuspenseQuery(sessionQuery).data;
  const { has_password, sessions, passkeys } = useSuspenseQuery(ownAccountQuery).data;
  return (
    <SettingsFrame group="security">
      {has_password ? (
        <>
          <PasskeysCard user={user} passkeys={passkeys} sessions={sessions} />
          <SecondFactorCard />
          <PasswordCard user={user} />
          <SessionsCard sessions={sessions} />
        </>
      ) : (
        <Card>
          <p>
            <Trans>You sign in with your organisation. Change how you sign in there.</Trans>
          </p>
        </Card>
      )}
      {user.role === 'sender' && <HoldCard />}
      {user.role === 'sender' && <OwnDeviceCard user_id={user.id} />}
    </SettingsFrame>
  );
}
