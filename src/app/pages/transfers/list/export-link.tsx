import { Trans, useLingui } from '@lingui/react/macro';
import type { MouseEvent } from 'react';
import { transfersFile } from '../../../api/transfers.ts';
import { useFormat } from '../../../i18n/use-format.ts';
import { ButtonLink } from '../../../ui/button-link.tsx';
import type { ListSearch } from './list-search.ts';

export type ExportLinkProps = {
  search: ListSearch;
  /** How many transfers the file will hold. */
  total: number;
  onPress: () => void;
};

/** The file of what the list finds: a link, so that it can be opened or kept as any other. */
export function ExportLink({ search, total, onPress }: ExportLinkProps) {
  const { t } = useLingui();
  const { locale } = useFormat();
  const count = total.toLocaleString(locale);

  function press(event: MouseEvent) {
    // A new tab or a menu is the browser's to serve.
    if (event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return;
    event.preventDefault();
    onPress();
  }

  return (
    <ButtonLink
      to={transfersFile(search)}
      reloadDocument
      download
      aria-label={t`Export ${count} transfers as CSV`}
      onClick={press}
    >
      <Trans>Export {count}</Trans>
    </ButtonLink>
  );
}
