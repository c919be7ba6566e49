import { Trans, useLingui } from '@lingui/react/macro';
import { useQuery, useSuspenseQuery } from '@tanstack/react-query';
import { useId, useState } from 'react';
import type { DestinationAccount } from '../../../contract/api/destination-account.ts';
import { fieldLabel } from '../../accounts/account-fields.ts';
import { checksQuery } from '../../accounts/check-digits/checks-query.ts';
import { useTypoWords } from '../../accounts/check-digits/likely-typo.ts';
import { countriesQuery, currenciesQuery } from '../../api/reference.ts';
import { withVerbatim, words } from '../../i18n/trans.ts';
import { useNames } from '../../i18n/use-names.ts';
import { paths } from '../../router/paths.ts';
import { ButtonLink } from '../../ui/button.tsx';
import { describedBy, FieldNotes } from '../../ui/field.tsx';
import { Notice } from '../../ui/notice.tsx';
import { Row } from '../../ui/stack.tsx';
import { ConfirmBox } from './resend-confirmation.tsx';
import { type CheckSearch, quoteSearchOf } from './send-search.ts';

type RecipientDoubts = {
  /** Likely typos in the recipient's details, one sentence each. */
  inRecipient: string[];
  /** The recipient can't receive this currency, one sentence each. */
  inCurrency: string[];
  confirmed: boolean;
  /** Send was pressed before the box was ticked. */
  isAsked: boolean;
  boxId: string;
  confirm: (confirmed: boolean) => void;
  /** Returns false if the box must be ticked first; then it reports that and focuses the box. */
  pass: () => boolean;
};

/** Doubts about the recipient that the sender has to confirm, because a transfer can't be reversed. */
export function useRecipientDoubts(
  account: DestinationAccount,
  search: CheckSearch,
): RecipientDoubts {
  const boxId = useId();
  const inRecipient = useTypos(account);
  const inCurrency = useMismatch(account, search.destination_amount_currency);
  const words = [...inRecipient, ...inCurrency];
  // The confirmation is for these doubts and these details: new doubts or other details
  // ask again.
  const found = words.length === 0 ? '' : [account.fingerprint, ...words].join('\n');
  const [accepted, setAccepted] = useState('');
  const [askedFor, setAskedFor] = useState('');
  const confirmed = accepted === found;

  function pass(): boolean {
    if (confirmed) return true;
    setAskedFor(found);
    document.getElementById(boxId)?.focus();
    return false;
  }

  return {
    ...{ inRecipient, inCurrency, confirmed, boxId, pass },
    isAsked: !confirmed && askedFor === found,
    confirm: (isConfirmed) => setAccepted(isConfirmed ? found : ''),
  };
}

function useTypos(account: DestinationAccount): string[] {
  const { t } = useLingui();
  const say = useTypoWords();
  // Undefined if the loader could not fetch them.
  const { data: checks } = useQuery(checksQuery);
  const country = account.country ?? undefined;
  return (checks?.typosIn(account, country?.code) ?? []).map(({ field, typo }) => {
    const label = t(fieldLabel(field, account.category));
    return `${label}: ${say(typo, country)}`;
  });
}

/** A digital asset to a bank account, or another currency than the wallet's own. */
function useMismatch({ alias, category, country }: DestinationAccount, currency: string): string[] {
  const { t } = useLingui();
  const { data: countries } = useSuspenseQuery(countriesQuery);
  const { data: currencies } = useSuspenseQuery(currenciesQuery);
  // contract 2.4: digital assets are listed as countries. A list of accounts may leave out is_asset.
  const assets = countries.filter(({ is_asset }) => is_asset);
  if (category === 'bank') {
    if (!assets.some(({ code }) => code === currency)) return [];
    return [t`${alias} has a bank account, and ${currency} is a digital asset.`];
  }
  const own = assets.find(({ id }) => id === country?.id);
  const isPaidOut = currencies.some(({ iso_code }) => iso_code === own?.code);
  if (!own || !isPaidOut || own.code === currency) return [];
  return [t`${alias} has a wallet for ${own.name}, and you send ${currency}.`];
}

type RecipientDoubtsNoticeProps = {
  doubts: RecipientDoubts;
  search: CheckSearch;
  account: DestinationAccount;
};

/** Lists the doubts, with links to fix them and the box to tick. */
export function RecipientDoubtsNotice({ doubts, search, account }: RecipientDoubtsNoticeProps) {
  const { t } = useLingui();
  const { inRecipient, inCurrency, confirmed, isAsked, boxId, confirm } = doubts;
  if (inRecipient.length + inCurrency.length === 0) return null;

  const error = isAsked && t`Tick this box to send.`;
  const country_id = account.country?.id ?? search.country_id;
  // Without a currency, the quote page suggests the country's.
  const quote = { ...quoteSearchOf(search), country_id, destination_amount_currency: undefined };
  return (
    <Notice tone="wait" title={<Trans>Check this before you send</Trans>}>
      <ul>
        {[...inRecipient, ...inCurrency].map((words) => (
          <li key={words}>
            {withVerbatim(words, account.alias, search.destination_amount_currency)}
          </li>
        ))}
      </ul>
      <Row>
        {inRecipient.length > 0 && (
          <ButtonLink to={correctionOf(account, search)}>
            <Trans>Correct recipient</Trans>
          </ButtonLink>
        )}
        {inCurrency.length > 0 && (
          <ButtonLink to={paths.quote(quote)}>
            <Trans>Change currency</Trans>
          </ButtonLink>
        )}
      </Row>
      <ConfirmBox
        id={boxId}
        checked={confirmed}
        aria-invalid={isAsked || undefined}
        aria-describedby={describedBy({ id: boxId, error })}
        onConfirm={confirm}
      >
        <Trans>I checked this. It is right.</Trans>
      </ConfirmBox>
      <FieldNotes id={boxId} error={error} />
    </Notice>
  );
}

/** Path of the page where the recipient is corrected; a locked recipient is copied. */
export function correctionOf(account: DestinationAccount, search: CheckSearch): string {
  if (account.editable) return paths.editRecipient(account.id, { next: paths.send(search) });
  const next = paths.send({ ...search, destination_account_id: undefined, key: undefined });
  return paths.newRecipient({ copy: account.id, next });
}

type CountryMismatchNoticeProps = { search: CheckSearch; account: DestinationAccount };

/** Warns if the recipient's country differs from the estimate's. */
export function CountryMismatchNotice({ search, account }: CountryMismatchNoticeProps) {
  const names = useNames();
  const { data: countries } = useSuspenseQuery(countriesQuery);
  const quoted = countries.find(({ id }) => id === search.country_id);
  const { alias, country } = account;
  if (!quoted || !country || country.id === quoted.id) return null;

  const currency = search.destination_amount_currency;
  const there = words(names.country(country));
  const here = words(names.country(quoted));
  // In a list the service may leave is_asset out of an account's country (contract 2.3).
  const isAsset = countries.find(({ id }) => id === country.id)?.is_asset ?? false;
  // Without a currency, the quote page suggests the country's.
  const countryOnly = { country_id: country.id, destination_amount_currency: undefined };
  return (
    <Notice
      tone="wait"
      title={
        isAsset ? (
          <Trans>
            Your estimate is for {here}, but {alias} is a wallet for {there}
          </Trans>
        ) : (
          <Trans>
            Your estimate is for {here}, but {alias} is in {there}
          </Trans>
        )
      }
    >
      <p>
        {isAsset ? (
          <Trans>
            You would send {currency} to a wallet for {there}. Check that this is what you want.
          </Trans>
        ) : (
          <Trans>
            The recipient gets {currency} in {there}. Check that this is what you want.
          </Trans>
        )}
      </p>
      <ButtonLink to={paths.quote({ ...quoteSearchOf(search), ...countryOnly })}>
        <Trans>Get new estimate</Trans>
      </ButtonLink>
    </Notice>
  );
}
