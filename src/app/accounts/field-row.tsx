import { useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { type AccountField, accountFieldRules } from '../../contract/account-fields.ts';
import type { DestinationAccount } from '../../contract/api/destination-account.ts';
import { isMasked, isOfKind } from '../../contract/field-kinds.ts';
import { banksQuery } from '../api/reference.ts';
import { verbatim, withVerbatim } from '../i18n/trans.ts';
import { SummaryRow } from '../ui/summary-list.tsx';
import { fieldLabel, fieldsOf, type PartField } from './account-fields.ts';
import { FieldValue } from './field-value.tsx';
import { NumberTail } from './last-digits.tsx';
import { MaskedRow, type Numbers } from './masked-row.tsx';

type FieldRowProps = {
  account: DestinationAccount;
  field: AccountField;
  /** Overrides the field's usual label. */
  term?: ReactNode;
  /** Shown before the value. */
  kind?: ReactNode;
  /** With them, a masked number has a button that shows all of it. */
  numbers?: Numbers | undefined;
};

/** A field of an account by its kind, masked if its rule says so. Renders nothing for an empty field. */
export function FieldRow({ account, field, term, kind, numbers }: FieldRowProps) {
  const { t } = useLingui();
  const value = account[field];
  const label = term ?? t(fieldLabel(field, account.category));
  if (!value) return null;
  if (isOfKind(field, 'id')) return <BankRow account={account} term={label} bank_id={value} />;
  if (numbers && isMasked(field, account.category)) {
    return <MaskedRow term={label} field={field} kind={kind} numbers={numbers} />;
  }
  return (
    <SummaryRow term={label}>
      {kind} <MaskedValue account={account} field={field} />
    </SummaryRow>
  );
}

/** The value of a field, of which a masked number shows only its end. Renders nothing for an empty field. */
export function MaskedValue({ account, field }: Pick<FieldRowProps, 'account' | 'field'>) {
  const value = account[field];
  if (!value) return null;
  return isMasked(field, account.category) ? (
    <NumberTail number={value} masked={account.masked} />
  ) : (
    <FieldValue account={account} field={field} />
  );
}

/** The bank's name, or its id while the name is not known. */
function BankRow({ account, term, bank_id }: BankRowProps) {
  const { t } = useLingui();
  const { data: banks, isPending } = useQuery(banksQuery(account.country?.name ?? ''));
  const bank = banks?.find(({ id }) => id === bank_id);
  const unnamed = isPending ? '…' : withVerbatim(t`Bank number ${bank_id}`, bank_id);
  // Reserves the line of the code, so that nothing moves when it is loaded.
  const code = isPending ? '\u00a0' : bank?.code;
  return (
    <SummaryRow term={term} note={verbatim(code)}>
      {bank ? verbatim(bank.name) : unnamed}
    </SummaryRow>
  );
}

type BankRowProps = Pick<FieldRowProps, 'account'> & { term: ReactNode; bank_id: string };

// What a summary names in its one line about the account.
const summed: readonly PartField[] = ['bank_id', 'bank_type', 'bank_number'];

/** What an account has besides bank, type and number: its bank codes. */
export function OtherAccountRows({ account, numbers }: Pick<FieldRowProps, 'account' | 'numbers'>) {
  // Where a code is the owner's ID number too, a summary has it as that.
  const isId = (field: PartField) =>
    accountFieldRules[field].search === 'document' && account[field] === account.dni;
  const others = fieldsOf('account').filter((field) => !summed.includes(field) && !isId(field));
  return others.map((field) => (
    <FieldRow key={field} account={account} field={field} numbers={numbers} />
  ));
}
