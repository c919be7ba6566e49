import { Trans } from '@lingui/react/macro';
import type { Arrival } from '../../contract/api/arrival.ts';
import { words } from '../i18n/trans.ts';
import { useDuration } from '../i18n/use-duration.ts';
import { Tip } from '../ui/tip.tsx';

type ArrivalTipProps = { arrival: Arrival };

/** How long completed transfers like this one took, and that it is no promise. */
export function ArrivalTip({ arrival }: ArrivalTipProps) {
  const duration = useDuration();
  const half = words(duration(arrival.half_seconds, 'up'));
  const most = words(duration(arrival.most_seconds, 'up'));
  const isOne = duration(arrival.half_seconds, 'up') === duration(arrival.most_seconds, 'up');
  return (
    <Tip icon="clock">
      <b>
        {isOne ? (
          <Trans>9 in 10 are completed within {most}.</Trans>
        ) : (
          <Trans>
            Half are completed within {half}, 9 in 10 within {most}.
          </Trans>
        )}
      </b>{' '}
      <BasedOn arrival={arrival} /> <Trans>We can’t promise a time.</Trans>
    </Tip>
  );
}

function BasedOn({ arrival: { scope, count, every_seconds } }: ArrivalTipProps) {
  const every = words(useDuration()(every_seconds, 'up'));
  switch (scope) {
    case 'bank':
      return (
        <Trans>
          Of the last {count} transfers to this bank, checked every {every}.
        </Trans>
      );
    case 'country':
      return (
        <Trans>
          Of the last {count} transfers to this country, checked every {every}.
        </Trans>
      );
    case 'asset':
      return (
        <Trans>
          Of the last {count} transfers to such wallets, checked every {every}.
        </Trans>
      );
  }
}
