import { Trans } from '@lingui/react/macro';
import type { ListName } from '../../../contract/api/support.ts';

export type ListTitleProps = { list: ListName };

/** What a list of the service holds, as a title. */
export function ListTitle({ list }: ListTitleProps) {
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
