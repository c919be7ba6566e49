import { Trans } from '@lingui/react/macro';
import { useMoment } from '../i18n/use-format.ts';
import { paths } from '../router/paths.ts';
import { ButtonLink } from '../ui/button.tsx';
import { Notice } from '../ui/notice.tsx';

type Props = {
  /** The page that the link to Settings leads back to. */
  next: string;
  /** When the person's new second factor counts; null if they have none. */
  countsFrom: string | null;
};

/** The transfer needs a second factor, and the person has none yet. */
export function NoSecondFactor({ next, countsFrom }: Props) {
  const { whole } = useMoment();
  const when = countsFrom === null ? null : whole(countsFrom);
  if (when !== null) {
    return (
      <Notice tone="wait" title={<Trans>You can send this from {when}</Trans>}>
        <p>
          <Trans>
            Nothing was sent yet. Your two-step verification is new and must be a day old.
          </Trans>
        </p>
      </Notice>
    );
  }
  return (
    <Notice tone="wait" title={<Trans>To send this, set up two-step verification first</Trans>}>
      <p>
        <Trans>Nothing was sent yet. Add a passkey or an authenticator app in Settings.</Trans>
      </p>
      <ButtonLink to={paths.security({ next })}>
        <Trans>Open settings</Trans>
      </ButtonLink>
    </Notice>
  );
}
