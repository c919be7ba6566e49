import { Plural, Trans, useLingui } from '@lingui/react/macro';
import type { SupportHealth } from '../../../contract/api/support.ts';
import { useFormat } from '../../i18n/use-format.ts';
import { Ago } from '../../ui/ago.tsx';
import { Card } from '../../ui/card.tsx';
import { Stack } from '../../ui/stack.tsx';
import { Table } from '../../ui/table.tsx';
import { FailureKind } from './failure-kind.tsx';
import styles from './health.module.css';
import { ListTitle } from './list-title.tsx';

export type UnreadCardProps = Pick<SupportHealth, 'lists'>;

/** What of the service's lists can't be read, as its operator needs it; nothing where all can. */
export function UnreadCard({ lists }: UnreadCardProps) {
  const { t } = useLingui();
  const { locale } = useFormat();
  const failing = lists.flatMap(({ list, failing }) => (failing ? [{ list, ...failing }] : []));
  const odd = lists.flatMap(({ list, odd }) => odd.items.map((row) => ({ list, ...row })));
  const more = lists.reduce((sum, one) => sum + one.odd.total, 0) - odd.length;
  if (failing.length + odd.length === 0) return null;
  return (
    <Card as="section">
      <Stack gap="s3">
        <h2>
          <Trans>Can’t be read</Trans>
        </h2>
        {failing.map(({ list, kind, since }) => (
          <p key={list}>
            <strong>
              <ListTitle list={list} />
            </strong>
            {': '}
            <FailureKind kind={kind} />, <Ago at={since} />
          </p>
        ))}
        {odd.length > 0 && (
          <>
            <p>
              <Trans>We leave these records out. Ask the service to correct them.</Trans>
            </p>
            <Table caption={t`Records left out`} head={[t`List`, t`Record`, t`Field`]} scrolls>
              {odd.map(({ list, id, place, field }) => (
                <tr key={`${list} ${id ?? `at ${place}`}`}>
                  <th scope="row">
                    <ListTitle list={list} />
                  </th>
                  <td>{id ?? t`Row ${(place + 1).toLocaleString(locale)}`}</td>
                  <td>{field}</td>
                </tr>
              ))}
            </Table>
          </>
        )}
        {more > 0 && (
          <p className={styles.note}>
            <Plural value={more} one="and # more" other="and # more" />
          </p>
        )}
      </Stack>
    </Card>
  );
}
