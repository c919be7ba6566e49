import { Trans } from '@lingui/react/macro';
import type { SupportHealth } from '../../../contract/api/support.ts';
import { useFormat } from '../../i18n/use-format.ts';
import { Ago } from '../../ui/ago.tsx';
import { Card } from '../../ui/card.tsx';
import { SummaryList } from '../../ui/summary-list.tsx';
import { SummaryRow } from '../../ui/summary-row.tsx';
import { writeDuration } from './duration.ts';

export type ListCardProps = Pick<SupportHealth, 'list'>;

/** The one reading of all transfers on which every page stands. */
export function ListCard({ list }: ListCardProps) {
  const { locale } = useFormat();
  return (
    <Card as="section">
      <h2>
        <Trans>List of transfers</Trans>
      </h2>
      {list ? (
        <SummaryList>
          <SummaryRow term={<Trans>Read</Trans>}>
            <Ago at={list.as_of} />
          </SummaryRow>
          <SummaryRow term={<Trans>Transfers</Trans>}>
            {list.transfers.toLocaleString(locale)}
          </SummaryRow>
          <SummaryRow term={<Trans>A read takes</Trans>}>
            {writeDuration(list.read_took_ms, locale)}
          </SummaryRow>
          <SummaryRow term={<Trans>Read every</Trans>}>
            {writeDuration(list.read_every_ms, locale)}
          </SummaryRow>
          <SummaryRow term={<Trans>Watching now</Trans>}>
            {list.watchers.toLocaleString(locale)}
          </SummaryRow>
        </SummaryList>
      ) : (
        <p>
          <Trans>Not read yet: nobody has asked for it.</Trans>
        </p>
      )}
    </Card>
  );
}
