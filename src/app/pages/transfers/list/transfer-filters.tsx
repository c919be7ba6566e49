import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { type RefObject, Suspense, useRef, useState } from 'react';
import { maxSearchLength } from '../../../../contract/api/wire.ts';
import { openTransfers } from '../../../../contract/transfer-state.ts';
import { accountQuery } from '../../../api/accounts.ts';
import { countriesQuery } from '../../../api/reference.ts';
import { optionalPart } from '../../../hydration/optional-part.ts';
import { formatDate } from '../../../i18n/intl.ts';
import { verbatim } from '../../../i18n/trans.ts';
import { useFormat } from '../../../i18n/use-format.ts';
import { useNames } from '../../../i18n/use-names.ts';
import { useTypedSearch } from '../../../router/use-typed-search.ts';
import { StateName } from '../../../transfers/status-badge.tsx';
import { ViewsButton } from '../../../transfers/views-button.tsx';
import { Button } from '../../../ui/button.tsx';
import { classNames } from '../../../ui/class-names.ts';
import { Drawing, Icon } from '../../../ui/icon.tsx';
import { SearchField } from '../../../ui/text-field.tsx';
import { VisuallyHidden } from '../../../ui/visually-hidden.tsx';
import type { FilterDialogProps } from './filter-dialog.tsx';
import type { Filters } from './list-search.ts';
import styles from './transfer-filters.module.css';
import type { useListSearch } from './use-list-search.ts';

const filterIcon = 'M2.7 4h10.6M4.7 8h6.6M6.7 12h2.6';

// Lazy: most people search, or look at the latest.
const FilterDialog = optionalPart<FilterDialogProps>(
  async () => (await import('./filter-dialog.tsx')).FilterDialog,
);

type TransferFiltersProps = Pick<FilterDialogProps, 'counts' | 'total'> & {
  list: ReturnType<typeof useListSearch>;
  /** The latest search is still loading. */
  isBusy: boolean;
  box: RefObject<HTMLInputElement | null>;
  /** The text is the number of a transfer of the list. */
  isTransfer: boolean;
  bySupport: boolean;
};

/** Search, the button that opens the filters, and the chosen ones. */
export function TransferFilters(props: TransferFiltersProps) {
  const { list, isBusy, box, isTransfer, bySupport, ...found } = props;
  const { t } = useLingui();
  const { search, refine, show } = list;
  const [text, type] = useTypedSearch(box, list.text, list.find);
  const [isOpen, setIsOpen] = useState(false);
  const chosen = chosenFilters.filter((name) => search[name]);
  const views = {
    shown: Object.values(search).some(Boolean) ? { page: 'transfers' as const, search } : null,
    isTransfer,
  };
  const opener = useRef<HTMLButtonElement>(null);

  function remove(name: (typeof chosenFilters)[number]) {
    // The pressed button goes with its filter.
    opener.current?.focus();
    show({ [name]: undefined });
  }

  return (
    <search className={styles.search}>
      <div className={styles.filters}>
        <div className={styles.box} data-busy={isBusy || undefined}>
          <SearchField
            ref={box}
            label={t`Search`}
            maxLength={maxSearchLength}
            placeholder={t`Number, recipient or amount`}
            value={text}
            onChange={type}
          />
        </div>
        <Button
          ref={opener}
          aria-haspopup="dialog"
          className={classNames(styles.open, chosen.length > 0 && styles.active)}
          onClick={() => setIsOpen(true)}
        >
          <Drawing path={filterIcon} size={20} />
          <span className={styles.word}>
            <Trans>Filters</Trans>
          </span>{' '}
          {chosen.length > 0 && (
            <span>
              {chosen.length}{' '}
              <VisuallyHidden>
                <Plural value={chosen.length} one="chosen" other="chosen" />
              </VisuallyHidden>
            </span>
          )}
        </Button>
        {bySupport && <ViewsButton {...views} />}
      </div>
      {chosen.length > 0 && (
        <ul aria-label={t`Chosen filters`} className={styles.chosen}>
          {chosen.map((name) => (
            <li key={name}>
              <button type="button" className={styles.target} onClick={() => remove(name)}>
                <span className={styles.chip}>
                  <VisuallyHidden>
                    <Trans>Remove filter:</Trans>
                  </VisuallyHidden>{' '}
                  <span>
                    <ChosenFilter name={name} search={search} />
                  </span>
                  <Icon name="cross" size={12} />
                </span>
              </button>
            </li>
          ))}
        </ul>
      )}
      <Suspense>
        {isOpen && (
          <FilterDialog
            {...found}
            search={search}
            onChange={(next, how) => (how === 'push' ? show(next) : refine(next))}
            views={bySupport ? undefined : <ViewsButton {...views} variant="quiet" />}
            onClose={() => setIsOpen(false)}
          />
        )}
      </Suspense>
    </search>
  );
}

const chosenFilters = [
  'state',
  'destination_account_id',
  'country_id',
  'currency',
  'source_amount_currency',
  'destination_amount_currency',
  'from',
  'to',
  'sort',
] as const satisfies (keyof Filters)[];

type ChosenFilterProps = { name: (typeof chosenFilters)[number]; search: Filters };

/** A chosen filter in words. */
function ChosenFilter({ name, search }: ChosenFilterProps) {
  const { locale } = useFormat();
  const { state = '', destination_account_id: recipient, currency = '', from, to, sort } = search;
  const { country_id: country, source_amount_currency: source } = search;
  const { destination_amount_currency: destination } = search;
  // At noon in UTC, written in UTC: a day, wherever it is read.
  const day = (text = '') =>
    formatDate(new Date(`${text}T12:00:00Z`), locale, { dateStyle: 'medium', timeZone: 'UTC' });
  const [first, last] = [from && day(from), to && day(to)];
  switch (name) {
    case 'state':
      return state === openTransfers ? <Trans>On the way</Trans> : <StateName state={state} />;
    case 'destination_account_id':
      return recipient && <RecipientName id={recipient} />;
    case 'country_id':
      return country && <CountryName id={country} />;
    case 'currency':
      return verbatim(currency);
    case 'source_amount_currency':
      return <Trans>Sent in {source}</Trans>;
    case 'destination_amount_currency':
      return <Trans>Received in {destination}</Trans>;
    case 'from':
      return <Trans>From {first}</Trans>;
    case 'to':
      return <Trans>Until {last}</Trans>;
    case 'sort':
      return sort === 'amount' ? (
        <Trans>Largest in {currency} first</Trans>
      ) : (
        <Trans>Oldest first</Trans>
      );
  }
}

function RecipientName({ id }: { id: string }) {
  const alias = useQuery(accountQuery(id)).data?.alias ?? id;
  return <Trans>To {alias}</Trans>;
}

function CountryName({ id }: { id: string }) {
  const names = useNames();
  const country = useQuery(countriesQuery).data?.find((one) => one.id === id);
  return country ? names.country(country) : <Trans>Country {id}</Trans>;
}
