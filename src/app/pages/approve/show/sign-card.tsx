import { Plural, Trans, useLingui } from '@lingui/react/macro';
import type { Approval } from '../../../../contract/api/approvals.ts';
import type { AccountDetails } from '../../../../contract/api/destination-account.ts';
import { fieldLabel, fieldsOf } from '../../../accounts/account-fields.ts';
import { Avatar } from '../../../accounts/avatar.tsx';
import { FieldValue } from '../../../accounts/field-value.tsx';
import { countryName, serverTime } from '../../../i18n/intl.ts';
import { verbatim, words } from '../../../i18n/trans.ts';
import { useAccountWords } from '../../../i18n/use-account-words.ts';
import { useFormat, useMoment } from '../../../i18n/use-format.ts';
import { useMoney } from '../../../i18n/use-money.ts';
import { cityOf, useOrderDays } from '../../../orders/use-order-days.ts';
import { useOrderWords } from '../../../orders/use-order-words.ts';
import { MoneyText } from '../../../transfers/money-text.tsx';
import { Card } from '../../../ui/card.tsx';
import { SummaryList, SummaryRow } from '../../../ui/summary-list.tsx';
import styles from './show.module.css';

type SignCardProps = { shown: Approval };

/** Exactly what is approved, with the recipient in full: nothing of it is masked or left out. */
export function SignCard({ shown }: SignCardProps) {
  const { money } = useMoney();
  const { owner } = useAccountWords();
  const { account, maker, reference, source_amount_cents, source_amount_currency } = shown;
  const to = shown.alias ?? shown.destination_account_id;
  return (
    <Card as="section" className={styles.sign}>
      <h2 className={styles.lead}>
        <Trans>You approve exactly this</Trans>
      </h2>
      <div className={styles.whom}>
        <Avatar
          id={shown.destination_account_id}
          alias={shown.alias}
          code={shown.country_code}
          size="large"
        />
        <div className={styles.words}>
          <p>
            <Trans>
              {maker.name} sends {to}
            </Trans>
          </p>
          {account && (
            <p>
              <b>{verbatim(owner(account))}</b>
            </p>
          )}
        </div>
      </div>
      <MoneyText text={money(source_amount_cents, source_amount_currency)} />
      <SummaryList ends className={styles.rows}>
        {maker.email && maker.email !== maker.name && (
          <SummaryRow term={<Trans>Sender</Trans>}>{verbatim(maker.email)}</SummaryRow>
        )}
        <GetsRow shown={shown} />
        {account && <AccountRows account={account} />}
        <WhenRow shown={shown} />
        {shown.others_cents > 0n && (
          <SummaryRow
            term={<Trans>More in 24 hours</Trans>}
            hint={<Trans>Sent or waiting, to this recipient</Trans>}
          >
            {verbatim(money(shown.others_cents, source_amount_currency))}
          </SummaryRow>
        )}
        {reference && (
          <SummaryRow term={<Trans>Reference</Trans>}>{verbatim(reference)}</SummaryRow>
        )}
        <SummaryRow
          term={<Trans>Recipient check</Trans>}
          hint={<Trans>It changes if the account changes.</Trans>}
        >
          <span className={styles.number}>
            {verbatim(checkOf(shown.destination_account_fingerprint))}
          </span>
        </SummaryRow>
      </SummaryList>
    </Card>
  );
}

/** The beginning of a fingerprint, for two people to compare: '7F3A 91C2'. */
const checkOf = (fingerprint: string) => `${fingerprint.slice(0, 4)} ${fingerprint.slice(4, 8)}`;

function GetsRow({ shown }: SignCardProps) {
  const { money } = useMoney();
  const { quote, floor, destination_amount_currency: into } = shown;
  const least = floor !== null && floor > 0n && money(floor, into);
  return (
    <SummaryRow
      term={quote ? <Trans>Recipient gets about</Trans> : <Trans>Recipient gets</Trans>}
      hint={
        least ? (
          <Trans>Below {least} we ask the sender again.</Trans>
        ) : (
          <Trans>The final rate is set when it is sent.</Trans>
        )
      }
    >
      {verbatim(quote ? money(quote.destination_amount_cents, into) : into)}
    </SummaryRow>
  );
}

/** What the account line and the rows of their own have; all others follow. */
const inLine = ['bank_id', 'bank_type', 'bank_number'];
const otherFields = [...fieldsOf('account'), ...fieldsOf('contact'), ...fieldsOf('more')].filter(
  (field) => !inLine.includes(field),
);

/** Account and owner in full, by the fields that the recipient has. */
function AccountRows({ account }: { account: AccountDetails }) {
  const { t } = useLingui();
  const { locale } = useFormat();
  const { bankType, documentType } = useAccountWords();
  const { category, country, bank_number, additional_data, dni } = account;
  const place = [bankType(account), country && countryName(country, locale)].filter(Boolean);
  const isWallet = category === 'wallet';
  const label = t(fieldLabel('additional_data', category));
  return (
    <>
      {isWallet ? (
        <SummaryRow stacked term={label} note={words(place.join(', '))}>
          <span className={styles.number}>{verbatim(additional_data ?? '–')}</span>
        </SummaryRow>
      ) : (
        <SummaryRow term={<Trans>Account</Trans>} note={words(place.join(', '))}>
          {account.bank_id && <FieldValue account={account} field="bank_id" />}{' '}
          <span className={styles.number}>{verbatim(bank_number)}</span>
        </SummaryRow>
      )}
      {dni && (
        <SummaryRow term={documentType(account) ?? t(fieldLabel('dni', category))}>
          <span className={styles.number}>{verbatim(dni)}</span>
        </SummaryRow>
      )}
      {otherFields.map(
        (field) =>
          // Where a code is the owner's ID number too, it is told once.
          account[field] &&
          account[field] !== dni && (
            <SummaryRow key={field} term={t(fieldLabel(field, category))}>
              <FieldValue account={account} field={field} />
            </SummaryRow>
          ),
      )}
      {!isWallet && additional_data && (
        <SummaryRow term={label}>{verbatim(additional_data)}</SummaryRow>
      )}
    </>
  );
}

const minuteMs = 60_000;

function WhenRow({ shown }: SignCardProps) {
  const { rule } = useOrderWords();
  const { moment } = useOrderDays();
  const { whole } = useMoment();
  const { days, release_at, created_at } = shown;
  if (!days) {
    // Shorter than it takes to read this page.
    const isBrief = Date.parse(release_at ?? created_at) - Date.parse(created_at) < minuteMs;
    const held = release_at && !isBrief && whole(release_at);
    return (
      <SummaryRow term={<Trans>When</Trans>} note={held && <Trans>Not before {held}</Trans>}>
        <Trans>Once, right after you approve</Trans>
      </SummaryRow>
    );
  }
  const isOver = release_at !== null && Date.parse(release_at) <= serverTime().getTime();
  const first = release_at && !isOver && moment(release_at, days.zone);
  const city = words(cityOf(days.zone));
  const ends = days.ends_on && moment(`${days.ends_on}T12:00:00Z`, 'UTC');
  return (
    <SummaryRow
      term={<Trans>When</Trans>}
      note={
        <>
          {isOver && <Trans>Next: right after you approve, because its time has passed</Trans>}
          {first && (
            <Trans>
              Next: {first}, {city} time
            </Trans>
          )}
          {shown.kind !== 'once' && !shown.all_days && (
            <>
              {' · '}
              <Trans>You approve the next one alone</Trans>
            </>
          )}
          {ends && (
            <>
              {' · '}
              <Trans>until {ends}</Trans>
            </>
          )}
          {days.ends_after && (
            <>
              {' · '}
              <Plural value={days.ends_after} one="# time" other="# times" />
            </>
          )}
        </>
      }
    >
      {rule(shown)}
    </SummaryRow>
  );
}
