import { useLingui } from '@lingui/react/macro';
import type { SeenRate } from '../../../contract/api/rates.ts';
import { useFormat } from '../../i18n/use-format.ts';
import { Table } from '../../ui/table.tsx';

export type RateTableProps = {
  /** Oldest first. */
  points: readonly SeenRate[];
  write: (rate: string) => string;
};

/** The points of the line, the latest first. */
export function RateTable({ points, write }: RateTableProps) {
  const { t } = useLingui();
  const { dateTime } = useFormat();
  return (
    <Table caption={t`Rates seen here`} head={[t`When`, t`Rate`]} scrolls>
      {points.toReversed().map(({ rate, seen_at }) => (
        <tr key={seen_at}>
          <th scope="row">
            <time dateTime={seen_at}>{dateTime(seen_at)}</time>
          </th>
          <td>{write(rate)}</td>
        </tr>
      ))}
    </Table>
  );
}
