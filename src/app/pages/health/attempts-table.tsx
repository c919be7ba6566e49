import { Trans, useLingui } from '@lingui/react/macro';
import type { SupportHealth } from '../../../contract/api/support.ts';
import { useFormat } from '../../i18n/use-format.ts';
import { Table } from '../../ui/table.tsx';
import { writeDuration } from './duration.ts';
import { FailureKind } from './failure-kind.tsx';

export type AttemptsTableProps = Pick<SupportHealth, 'attempts'>;

/** The latest attempts in figures, the newest first. */
export function AttemptsTable({ attempts }: AttemptsTableProps) {
  const { t } = useLingui();
  const { locale, dateTime } = useFormat();
  return (
    <Table caption={t`The latest calls`} head={[t`When`, t`Outcome`, t`Took`]} scrolls>
      {attempts.toReversed().map(({ at, took_ms, failure }, place) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: two can end in the same millisecond
        <tr key={`${at} ${place}`}>
          <th scope="row">{dateTime(at)}</th>
          <td>{failure === null ? <Trans>Answered</Trans> : <FailureKind kind={failure} />}</td>
          <td>{writeDuration(took_ms, locale)}</td>
        </tr>
      ))}
    </Table>
  );
}
