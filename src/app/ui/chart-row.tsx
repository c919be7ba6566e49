import type { ReactNode } from 'react';
import { Bar, type BarProps } from './bar.tsx';

export type ChartRowProps = BarProps & {
  name: ReactNode;
  /** What the bar shows. */
  figure: ReactNode;
  /** Further figures, under it. */
  more?: ReactNode;
};

/** One bar of a ChartTable, under its name. */
export function ChartRow({ name, figure, more, ...bar }: ChartRowProps) {
  return (
    <tr>
      <th scope="row">
        {name}
        <Bar {...bar} />
      </th>
      <td>
        <b>{figure}</b>
        {more}
      </td>
    </tr>
  );
}
