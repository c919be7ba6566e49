import { ProfileGroup } from '../profile-group.tsx';
import { SettingsFrame } from '../settings-frame.tsx';

export function Page() {
  return (
    <SettingsFrame group="profile">
      <ProfileGroup />
    </SettingsFrame>
  );
}
