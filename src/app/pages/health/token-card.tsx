import { Trans, useLingui } from '@lingui/react/macro';
import type { SupportHealth } from '../../../contract/api/support.ts';
import { useFormat } from '../../i18n/use-format.ts';
import { Card } from '../../ui/card.tsx';
import { Meter } from '../../ui/meter.tsx';
import { Stack } from '../../ui/stack.tsx';
import { writeDuration } from './duration.ts';
import styles from './health.module.css';

export type TokenCardProps = Pick<SupportHealth, 'token'>;

/** How long Giro's access to the service still holds; it is renewed before it ends. */
export function TokenCard({ token }: TokenCardProps) {
  const { t } = useLingui();
  const { locale } = useFormat();
  const remaining = token && writeDuration(token.remaining_ms, locale);
  const life = token && writeDuration(token.life_ms, locale);
  return (
    <Card as="section">
      <Stack gap="s3">
        <h2>
          <Trans>Access token</Trans>
        </h2>
        {token ? (
          <>
            <p>
              <Trans>
                {remaining} left of {life}
              </Trans>
            </p>
            <Meter
              label={t`Access token`}
              text={t`${remaining} left of ${life}`}
              share={Math.min(token.remaining_ms / token.life_ms, 1)}
              tone={token.remaining_ms < token.life_ms / 10 ? 'stop' : undefined}
            />
            <p className={styles.note}>
              <Trans>Renewed by itself when a fifth is left.</Trans>
            </p>
          </>
        ) : (
          <p>
            <Trans>None now. The next call gets one.</Trans>
          </p>
        )}
      </Stack>
    </Card>
  );
}
