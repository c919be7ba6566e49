import { Trans, useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import type { DestinationAccount } from '../../../contract/api/destination-account.ts';
import { type AccountField, accountFields } from '../../../contract/destination-account.ts';
import { banksQuery } from '../../api/reference.ts';
import { useAccountWords } from '../../i18n/use-account-words.ts';
import { Button } from '../../ui/button.tsx';
import { Notice } from '../../ui/notice.tsx';
import styles from './recipient-changed.module.css';

export type RecipientChangedProps = {
  /** As the person was shown it. */
  before: DestinationAccount;
  now: DestinationAccount;
  /** Send was pressed before this was known, so it sent nothing. */
  isNews: boolean;
  onAccept: () => void;
};

/** What is another than the person read, old and new, to be read before it is sent there. */
export function RecipientChanged({ before, now, isNews, onAccept }: RecipientChangedProps) {
  const fields = accountFields.filter((field) => (before[field] || '') !== (now[field] || ''));
  return (
    <div ref={isNews ? focus : null} tabIndex={-1}>
      <Notice tone="wait" role="alert" title={<Trans>The recipient’s details changed</Trans>}>
        <p>
          {isNews && <Trans>Nothing was sent.</Trans>}{' '}
          <Trans>Check the new details before you send.</Trans>
        </p>
        <dl className={styles.changes}>
          {fields.map((field) => (
            <div key={field}>
              <dt>
                <Label field={field} account={now} />
              </dt>
              <dd>
                <del>
                  <Value field={field} account={before} />
                </del>{' '}
                <ins>
                  <Value field={field} account={now} />
                </ins>
              </dd>
            </div>
          ))}
        </dl>
        <Button onClick={onAccept}>
          <Trans>Use these details</Trans>
        </Button>
      </Notice>
    </div>
  );
}

// One function for all renders, so that React calls it only when it becomes news.
function focus(notice: HTMLElement | null) {
  notice?.focus();
}

type FieldProps = { field: AccountField; account: DestinationAccount };

function Label({ field, account }: FieldProps) {
  const { t } = useLingui();
  switch (field) {
    case 'alias':
      return t`Nickname`;
    case 'category':
      return t`Type`;
    case 'bank_id':
      return t`Bank`;
    case 'bank_type':
      return t`Account type`;
    case 'bank_number':
      return t`Account number`;
    case 'aba_number':
      return t`ABA number`;
    case 'iban_number':
      return t`IBAN number`;
    case 'cpf_number':
      return t`CPF number`;
    case 'dni_type':
      return t`ID type`;
    case 'dni':
      return t`ID number`;
    case 'first_name':
      return t`First names`;
    case 'last_name':
      return t`Last names`;
    case 'email':
      return t`E-mail`;
    case 'address':
      return t`Address`;
    case 'city':
      return t`City`;
    case 'state':
      return t`State, province or department`;
    case 'phone':
      return t`Mobile phone`;
    case 'birthdate':
      return t`Birth date`;
    case 'additional_data':
      return account.category === 'wallet' ? t`Wallet address` : t`Additional details`;
  }
}

function Value({ field, account }: FieldProps) {
  const { t } = useLingui();
  const { bankType, documentType } = useAccountWords();
  const { data: banks } = useQuery({
    ...banksQuery(account.country?.name ?? ''),
    enabled: field === 'bank_id' && Boolean(account.country),
  });

  function words() {
    switch (field) {
      case 'category':
        return account.category === 'bank' ? t`Bank account` : t`Wallet`;
      case 'bank_type':
        return bankType(account);
      case 'dni_type':
        return documentType(account);
      case 'bank_id':
        return banks?.find(({ id }) => id === account.bank_id)?.name ?? account.bank_id;
      default:
        return account[field];
    }
  }

  return <bdi>{words() || <Trans>nothing</Trans>}</bdi>;
}
