import { useLingui } from '@lingui/react/macro';
import type { RecipientMatch, SupportSearch } from '../../../contract/api/support.ts';
import { useFormat } from '../../i18n/use-format.ts';

/** Below this many characters the BFF takes a number's end alone. */
const shortestPart = 6;

/** Answers why a recipient was found, in words; undefined where it was not. */
export function useMatchWords() {
  const { t } = useLingui();
  const { locale } = useFormat();

  return ({ recipients, transfers }: SupportSearch, id: string, q: string): string | undefined => {
    // Without the marks and words that people paste before the end of a number.
    const [last = ''] = q
      .split(/[^\p{L}\p{N}]+/u)
      .filter(Boolean)
      .slice(-1);
    const isEnd = last.length < shortestPart;
    const own = recipients.items.find((one) => one.id === id)?.matched.map(wordOf) ?? [];
    const theirs = transfers.items.filter((row) => row.destination_account_id === id);
    const byTransfer = [
      theirs.some(({ matched }) => matched.includes('id')) && t`transfer number`,
      theirs.some(({ matched }) => matched.includes('amount')) && t`amount of a transfer`,
    ];
    const all = [...own, ...byTransfer].filter((word) => word !== false);
    if (all.length === 0) return undefined;
    return new Intl.ListFormat(locale, { type: 'unit', style: 'short' }).format(all);

    function wordOf(match: RecipientMatch): string {
      switch (match) {
        case 'id':
          return t`recipient number`;
        case 'alias':
          return t`name for the recipient`;
        case 'name':
          return t`owner's name`;
        case 'bank':
          return t`bank`;
        case 'document':
          return isEnd ? t`end of document` : t`document`;
        case 'account':
          return isEnd ? t`end of account` : t`account`;
      }
    }
  };
}
