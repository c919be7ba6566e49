import { Trans, useLingui } from '@lingui/react/macro';
import { useQuery, useSuspenseQuery } from '@tanstack/react-query';
import { useId, useState } from 'react';
import type { DestinationAccount } from '../../../contract/api/destination-account.ts';
import { fieldLabel } from '../../accounts/account-fields.ts';
import { checksQuery } from '../../accounts/check-digits/checks-query.ts';
import { useTypoWords } from '../../accounts/check-digits/likely-typo.ts';
import { countriesQuery, currenciesQuery } from '../../api/reference.ts';
import { useNames } from '../../i18n/use-names.ts';
import { paths } from '../../router/paths.ts';
import { ButtonLink } from '../../ui/button.tsx';
import { describedBy, FieldNotes } from '../../ui/field.tsx';
import { Notice } from '../../ui/notice.tsx';
import { Row } from '../../ui/stack.tsx';
import { ConfirmBox } from './resend-confirmation.tsx';
import { amountOnly, type CheckSearch } from './send-search.ts';

export type RecipientDoubts = {
  /** What looks wrong, a sentence each. */
  inRecipient: string[];
  /** What they get can't go where it is sent. */
  inCurrency: string[];
  confirmed: boolean;
  /** Send was pressed before the box was ticked. */
  isAsked: boolean;
  boxId: string;
  confirm: (confirmed: boolean) => void;
  /** False when the box is to be ticked first: it says so, and takes the focus. */
  pass: () => boolean;
};

/** What looks wrong in who gets it, which the sender has to confirm: money sent astray does not come back. */
export function useRecipientDoubts(
  account: DestinationAccount,
  search: CheckSearch,
): RecipientDoubts {
  const boxId = useId();
  const inRecipient = useTypos(account);
  const inCurrency = useMismatch(account, search.destination_amount_currency);
  const words = [...inRecipient, ...inCurrency];
  // Of what stood there as the box was ticked: what is found later is asked about as well, and so are
  // other details of which the same is said.
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
  // The loader has fetched them, or could not.
  const { data: checks } = useQuery(checksQuery);
  const country = account.country ?? undefined;
  return (checks?.typosIn(account, country?.code) ?? []).map(({ field, typo }) => {
    const label = t(fieldLabel(field, account.category));
    return `${label}: ${say(typo, country)}`;
  });
}

/** A digital asset for a bank account, or another currency than a wallet's own. */
function useMismatch({ alias, category, country }: DestinationAccount, currency: string): string[] {
  const { t } = useLingui();
  const { data: countries } = useSuspenseQuery(countriesQuery);
  const { data: currencies } = useSuspenseQuery(currenciesQuery);
  // contract 2.4: digital assets stand among the countries. The list of accounts may leave out the mark.
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

export type RecipientDoubtsNoticeProps = {
  doubts: RecipientDoubts;
  search: CheckSearch;
  account: DestinationAccount;
};

/** Says them, with the ways to mend them and the box to tick. */
export function RecipientDoubtsNotice({ doubts, search, account }: RecipientDoubtsNoticeProps) {
  const { t } = useLingui();
  const { inRecipient, inCurrency, confirmed, isAsked, boxId, confirm } = doubts;
  if (inRecipient.length + inCurrency.length === 0) return null;

  const error = isAsked && t`Tick this box to send.`;
  const country_id = account.country?.id ?? search.country_id;
  // The quote page proposes a currency for the country.
  const quote = { ...amountOnly(search), country_id, destination_amount_currency: undefined };
  return (
    <Notice tone="wait" title={<Trans>Check this before you send</Trans>}>
      <ul>
        {[...inRecipient, ...inCurrency].map((words) => (
          <li key={words}>{words}</li>
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

/** Where the recipient is corrected, and back to this check; one that is locked is copied instead. */
export function correctionOf(account: DestinationAccount, search: CheckSearch): string {
  if (account.editable) return paths.editRecipient(account.id, { next: paths.send(search) });
  return paths.newRecipient({ copy: account.id });
}

export type CountryMismatchNoticeProps = { search: CheckSearch; account: DestinationAccount };

/** Warns where the recipient is in another country than the one that was quoted. */
export function CountryMismatchNotice({ search, account }: CountryMismatchNoticeProps) {
  const names = useNames();
  const { data: countries } = useSuspenseQuery(countriesQuery);
  const quoted = countries.find(({ id }) => id === search.country_id);
  const { alias, country } = account;
  if (!quoted || !country || country.id === quoted.id) return null;

  const currency = search.destination_amount_currency;
  const there = names.country(country);
  const here = names.country(quoted);
  // In a list the service may leave is_asset out of an account's country (contract 2.3).
  const isAsset = countries.find(({ id }) => id === country.id)?.is_asset ?? false;
  // The quote page proposes a currency for the country.
  const anew = { country_id: country.id, destination_amount_currency: undefined };
  return (
    <Notice
      tone="wait"
      title={
        isAsset ? (
          <Trans>
            You quoted for {here}, but {alias} is a wallet for {there}
          </Trans>
        ) : (
          <Trans>
            You quoted for {here}, but {alias} is in {there}
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
            They get {currency} in {there}. Check that this is what you want.
          </Trans>
        )}
      </p>
      <ButtonLink to={paths.quote({ ...amountOnly(search), ...anew })}>
        <Trans>Quote for {there}</Trans>
      </ButtonLink>
    </Notice>
  );
}
