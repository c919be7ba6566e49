import { Trans, useLingui } from '@lingui/react/macro';
import { memo, Suspense, useDeferredValue, useState } from 'react';
import type { DestinationAccount } from '../../../../contract/api/destination-account.ts';
import { Avatar } from '../../../accounts/avatar.tsx';
import { NumberTail } from '../../../accounts/last-digits.tsx';
import { optionalPart } from '../../../hydration/optional-part.ts';
import { verbatim } from '../../../i18n/trans.ts';
import { useMoment } from '../../../i18n/use-format.ts';
import { type MoneyFormat, useMoney } from '../../../i18n/use-money.ts';
import { useNames } from '../../../i18n/use-names.ts';
import { paths } from '../../../router/paths.ts';
import { Button, ButtonLink } from '../../../ui/button.tsx';
import { Card } from '../../../ui/card.tsx';
import { classNames } from '../../../ui/class-names.ts';
import { Icon } from '../../../ui/icon.tsx';
import { RowLink, useCameBack } from '../../../ui/record-list.tsx';
import { VisuallyHidden } from '../../../ui/visually-hidden.tsx';
import styles from './recipient-rows.module.css';

// Lazy: most lists have no archived recipient.
const BringBackButton = optionalPart(
  async () => (await import('../../../accounts/mark-account.tsx')).BringBackButton,
);

// Thousands of rows take seconds to render, and people search rather than scroll.
const atOnce = 100;
/** The least height of a row, in pixels. */
const minHeight = 72;

/** How many rows fit the screen, at most. */
const fitting = () => Math.ceil(window.innerHeight / minHeight);

export type RecipientRowsProps = {
  /** In the order to show them. */
  accounts: readonly DestinationAccount[];
  bankName: (account: DestinationAccount) => string | undefined;
  /** The other recipient with the same account, by id. */
  sameAs: ReadonlyMap<string, DestinationAccount>;
  /** Whether the person may send and bring back. */
  isSender: boolean;
  /** Called with the nickname of a recipient that was brought back. */
  onBack: (alias: string) => void;
};

/** The recipients: the first ones, and more on demand. */
export const RecipientRows = memo(function RecipientRows(props: RecipientRowsProps) {
  const { accounts, bankName, sameAs, isSender, onBack } = props;
  const { money } = useMoney();
  const [limit, setLimit] = useState(atOnce);
  const cameBack = useCameBack();
  // Renders what fits the screen first, and the rest deferred.
  const drawn = useDeferredValue(limit, cameBack ? limit : Math.min(limit, fitting()));
  const left = Math.max(0, accounts.length - limit);
  const next = Math.min(left, atOnce);
  return (
    <>
      <Card flush>
        <ul className={classNames(styles.rows, !cameBack && styles.lazy)}>
          {accounts.slice(0, drawn).map((account) => (
            <RecipientRow
              key={account.id}
              account={account}
              bank={bankName(account)}
              same={sameAs.get(account.id)}
              money={money}
              isSender={isSender}
              onBack={onBack}
            />
          ))}
        </ul>
      </Card>
      {left > 0 && (
        <Button onClick={() => setLimit(limit + atOnce)}>
          <Trans>
            Show {next} more of {left}
          </Trans>
        </Button>
      )}
    </>
  );
});

type RecipientRowProps = Pick<RecipientRowsProps, 'isSender' | 'onBack'> & {
  account: DestinationAccount;
  bank: string | undefined;
  same: DestinationAccount | undefined;
  money: MoneyFormat['money'];
};

function RecipientRow({ account, bank, same, money, isSender, onBack }: RecipientRowProps) {
  const { id, alias, country, pinned, archived } = account;
  return (
    <li className={styles.row}>
      <div className={styles.avatar}>
        <Avatar id={id} alias={alias} code={country?.code} />
      </div>
      <p className={styles.title}>
        <RowLink to={paths.recipient(id)}>{verbatim(alias)}</RowLink>
        {pinned && !archived && (
          <span className={styles.pin}>
            <Icon name="pin" size={14} />
            <VisuallyHidden>
              <Trans>Pinned</Trans>
            </VisuallyHidden>
          </span>
        )}
      </p>
      <Place account={account} bank={bank} />
      <Past account={account} money={money} />
      {same && (
        <p className={styles.same}>
          <Icon name="warning" size={14} />
          <span>
            <Trans>Same account as {same.alias}</Trans>
          </span>
        </p>
      )}
      {isSender && (
        <div className={styles.action}>
          {archived ? (
            <Suspense fallback={null}>
              <BringBackButton account={account} onDone={() => onBack(alias)} />
            </Suspense>
          ) : (
            <SendLink account={account} />
          )}
        </div>
      )}
    </li>
  );
}

function SendLink({ account: { id, alias } }: Pick<RecipientRowProps, 'account'>) {
  const { t } = useLingui();
  return (
    <ButtonLink to={paths.send({ destination_account_id: id })} aria-label={t`Send to ${alias}`}>
      <Trans>Send</Trans>
    </ButtonLink>
  );
}

type PlaceProps = Pick<RecipientRowProps, 'account' | 'bank'>;

/** Who is paid, and where. */
function Place({ account, bank }: PlaceProps) {
  const names = useNames();
  const { alias, category, country, first_name, last_name, bank_number, additional_data } = account;
  const owner = [first_name, last_name].filter(Boolean).join(' ');
  const at = category === 'wallet' ? country && names.country(country) : bank;
  const number = category === 'wallet' ? additional_data : bank_number;
  const texts = [owner === alias ? '' : owner, at ?? ''].filter(Boolean);
  return (
    <p className={styles.place}>
      {texts.map((text) => (
        <span key={text} className={styles.part}>
          {verbatim(text)}
        </span>
      ))}{' '}
      {number && <NumberTail number={number} masked={account.masked} />}
    </p>
  );
}

/** What was last sent and when; of an archived recipient, who archived it. */
function Past({ account, money }: Pick<RecipientRowProps, 'account' | 'money'>) {
  const { brief } = useMoment();
  const { archived, archived_by, last_sent } = account;
  if (archived && archived_by !== undefined) {
    return (
      <p className={styles.past}>
        <Trans>Archived by {archived_by}</Trans>
      </p>
    );
  }
  if (!last_sent) return null;
  const amount = money(last_sent.source_amount_cents, last_sent.source_amount_currency);
  const day = brief(last_sent.at);
  return (
    <p className={styles.past}>
      <Trans>
        Sent {amount} · {day}
      </Trans>
    </p>
  );
}
