import { Plural, Trans, useLingui } from '@lingui/react/macro';
import type { ListName, SupportHealth } from '../../../contract/api/support.ts';
import { verbatim } from '../../i18n/trans.ts';
import { useFormat } from '../../i18n/use-format.ts';
import { Ago } from '../../ui/ago.tsx';
import { Card } from '../../ui/card.tsx';
import { ChartRow, ChartTable } from '../../ui/chart-table.tsx';
import { Stack } from '../../ui/stack.tsx';
import { Table } from '../../ui/table.tsx';
import styles from './health.module.css';

type FailuresCardProps = Pick<SupportHealth, 'failures'>;

/** Failures of the last hour by kind, the most frequent first. */
export function FailuresCard({ failures }: FailuresCardProps) {
  const { t } = useLingui();
  const { whole } = useFormat();
  const kinds = Object.entries(failures).sort(([, a], [, b]) => b - a);
  const most = kinds[0]?.[1] ?? 1;
  return (
    <Card as="section">
      <Stack gap="s3">
        <h2>
          <Trans>Failures in the last hour</Trans>
        </h2>
        {kinds.length === 0 ? (
          <p>
            <Trans>None</Trans>
          </p>
        ) : (
          <ChartTable caption={t`Failures in the last hour`} head={[t`Kind`, t`Calls`]}>
            {kinds.map(([kind, count]) => (
              <ChartRow
                key={kind}
                name={<FailureKind kind={kind} />}
                share={count / most}
                tone="stop"
                figure={whole(count)}
              />
            ))}
          </ChartTable>
        )}
      </Stack>
    </Card>
  );
}

type UnreadCardProps = Pick<SupportHealth, 'lists'>;

/** Lists and records that cannot be parsed, with what the service's operator needs to fix them. */
export function UnreadCard({ lists }: UnreadCardProps) {
  const { t } = useLingui();
  const { whole } = useFormat();
  const failing = lists.flatMap(({ list, failing }) => (failing ? [{ list, ...failing }] : []));
  const odd = lists.flatMap(({ list, odd }) => odd.items.map((row) => ({ list, ...row })));
  const more = lists.reduce((sum, one) => sum + one.odd.total, 0) - odd.length;
  if (failing.length + odd.length === 0) return null;
  return (
    <Card as="section">
      <Stack gap="s3">
        <h2>
          <Trans>Unreadable data</Trans>
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
              <Trans>We leave out these records until the payment service corrects them.</Trans>
            </p>
            <Table caption={t`Records left out`} head={[t`List`, t`Record`, t`Field`]} scrolls>
              {odd.map(({ list, id, place, field }) => (
                <tr key={`${list} ${id ?? `at ${place}`}`}>
                  <th scope="row">
                    <ListTitle list={list} />
                  </th>
                  <td>{id ? verbatim(id) : t`Row ${whole(place + 1)}`}</td>
                  <td translate="no">{field}</td>
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

/** How a call to the service failed, in words; an unknown kind is shown unchanged. */
export function FailureKind({ kind }: { kind: string }) {
  switch (kind) {
    case 'credentials':
      return <Trans>Credentials not accepted</Trans>;
    case 'not-written':
      return <Trans>Could not connect</Trans>;
    case 'timeout':
      return <Trans>No answer in time</Trans>;
    case 'broken':
      return <Trans>Connection lost or payment service error</Trans>;
    case 'refused':
      return <Trans>Refused by the payment service</Trans>;
    case 'redirected':
      return <Trans>Redirected to another address</Trans>;
    case 'unreadable':
      return <Trans>Unreadable answer</Trans>;
    case 'busy':
      return <Trans>Payment service too busy</Trans>;
    default:
      return kind;
  }
}

/** The title of a list of the service. */
export function ListTitle({ list }: { list: ListName }) {
  switch (list) {
    case 'transfers':
      return <Trans>Transfers</Trans>;
    case 'accounts':
      return <Trans>Recipients</Trans>;
    case 'banks':
      return <Trans>Banks</Trans>;
    case 'currencies':
      return <Trans>Currencies</Trans>;
    case 'countries':
      return <Trans>Countries</Trans>;
  }
}
