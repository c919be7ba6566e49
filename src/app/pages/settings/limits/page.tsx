import { Trans } from '@lingui/react/macro';
import { useSuspenseQuery } from '@tanstack/react-query';
import type { OwnLimits } from '../../../../contract/api/limits.ts';
import { limitsQuery } from '../../../api/limits.ts';
import { verbatim } from '../../../i18n/trans.ts';
import { useMoment } from '../../../i18n/use-format.ts';
import { useMoney } from '../../../i18n/use-money.ts';
import { useSpanNames } from '../../../limits/use-span-names.ts';
import { Card } from '../../../ui/card.tsx';
import { Stack } from '../../../ui/stack.tsx';
import { SummaryList, SummaryRow } from '../../../ui/summary-list.tsx';
import styles from '../settings.module.css';
import { SettingsFrame } from '../settings-frame.tsx';

/** What a person can still send in each currency that their operator limits. */
export function Page() {
  const { items } = useSuspenseQuery(limitsQuery).data;
  return (
    <SettingsFrame group="limits">
      {items.map((one) => (
        <CurrencyCard key={one.currency} limits={one} />
      ))}
      <p className={styles.note}>
        {items.length === 0 ? (
          <Trans>Your transfers have no limits.</Trans>
        ) : (
          <Trans>
            Your administrator sets your limits. Transfers that wait to be sent count too.
          </Trans>
        )}
      </p>
    </SettingsFrame>
  );
}

function CurrencyCard({ limits }: { limits: OwnLimits['items'][number] }) {
  const { money } = useMoney();
  const names = useSpanNames();
  const { currency, spans } = limits;
  return (
    <Card as="section" aria-labelledby={`limits-${currency}`}>
      <Stack gap="s3">
        <h2 id={`limits-${currency}`}>{verbatim(currency)}</h2>
        <SummaryList ends>
          {spans.map(({ span, limit, used, next }) => {
            const [most, gone] = [money(limit, currency), money(used, currency)];
            const left = money(limit > used ? limit - used : 0n, currency);
            return (
              <SummaryRow
                key={span}
                term={names[span]}
                note={
                  <>
                    {span !== 'transfer' && (
                      <Trans>
                        {gone} of {most} used
                      </Trans>
                    )}
                    {next && <Raise currency={currency} next={next} />}
                  </>
                }
              >
                {span === 'transfer' ? <Trans>Up to {most}</Trans> : <Trans>{left} left</Trans>}
              </SummaryRow>
            );
          })}
        </SummaryList>
      </Stack>
    </Card>
  );
}

type RaiseProps = {
  currency: string;
  next: NonNullable<OwnLimits['items'][number]['spans'][number]['next']>;
};

/** A higher limit that does not count yet. */
function Raise({ currency, next }: RaiseProps) {
  const { money } = useMoney();
  const { whole } = useMoment();
  const at = whole(next.at);
  const most = next.limit === null ? null : money(next.limit, currency);
  return (
    <>
      <br />
      {most === null ? (
        <Trans>From {at}: no limit</Trans>
      ) : (
        <Trans>
          From {at}: {most}
        </Trans>
      )}
    </>
  );
}
