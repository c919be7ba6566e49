import { Trans, useLingui } from '@lingui/react/macro';
import { useQuery, useSuspenseQuery } from '@tanstack/react-query';
import type { DestinationAccount } from '../../../../contract/api/destination-account.ts';
import type { Send } from '../../../../contract/api/send.ts';
import { MaskedValue } from '../../../accounts/field-row.tsx';
import { accountQuery } from '../../../api/accounts.ts';
import { caseQuery } from '../../../api/cases.ts';
import { banksQuery } from '../../../api/reference.ts';
import { sessionQuery } from '../../../api/session.ts';
import work from '../../../cases/case.module.css';
import { countryName } from '../../../i18n/intl.ts';
import { verbatim, words } from '../../../i18n/trans.ts';
import { useAccountWords } from '../../../i18n/use-account-words.ts';
import { useFormat, useMoment } from '../../../i18n/use-format.ts';
import { useMoney } from '../../../i18n/use-money.ts';
import { Icon } from '../../../ui/icon.tsx';
import styles from './case.module.css';

/** For support, above the decision: what was sent by whom to whom, as the copied case details name them. */
export function CaseFacts({ send }: { send: Send }) {
  const { t } = useLingui();
  const { money } = useMoney();
  const { whole } = useMoment();
  const account = useQuery(accountQuery(send.destination_account_id)).data;
  const amount = money(send.source_amount_cents, send.source_amount_currency);
  const at = whole(send.created_at);
  const name = send.sender?.name || send.sender?.email || t`Sender`;
  return (
    <div className={styles.facts}>
      <p className={work.quiet}>
        <Trans>
          {name} sent {amount}, {at}
        </Trans>
      </p>
      {account && <Recipient account={account} />}
      <HeldByColleague send={send} />
    </div>
  );
}

function Recipient({ account }: { account: DestinationAccount }) {
  const { owner, bankType, documentType } = useAccountWords();
  const { locale } = useFormat();
  const { category, country, bank_id } = account;
  const isWallet = category === 'wallet';
  const { data: banks } = useQuery({
    ...banksQuery(country?.name ?? ''),
    enabled: Boolean(country && bank_id),
  });
  const bank = banks?.find(({ id }) => id === bank_id)?.name;
  return (
    <div className={styles.recipient}>
      <p>
        <b>{verbatim(owner(account))}</b>
      </p>
      <p>
        {isWallet ? <Trans>Wallet</Trans> : bank ? verbatim(bank) : <Trans>Account</Trans>}{' '}
        {!isWallet && words(bankType(account))}{' '}
        <MaskedValue account={account} field={isWallet ? 'additional_data' : 'bank_number'} />
      </p>
      <p>
        {account.dni && (
          <>
            {words(documentType(account)) ?? <Trans>ID number</Trans>}{' '}
            <MaskedValue account={account} field="dni" />
            {country && ', '}
          </>
        )}
        {country && words(countryName(country, locale))}
      </p>
    </div>
  );
}

/** Above the decision: that a colleague works on it; nothing if nobody else does. */
function HeldByColleague({ send }: { send: Send }) {
  const { user } = useSuspenseQuery(sessionQuery).data;
  // CaseSide polls it.
  const { data } = useQuery({ ...caseQuery(send.key), enabled: false });
  const assignee = data?.assignee;
  if (!assignee || assignee.id === user.id) return null;
  const { name } = assignee;
  return (
    <p className={styles.held}>
      <Icon name="people" size={18} />
      <span>
        <Trans>{name} has this case</Trans>
      </span>
    </p>
  );
}
