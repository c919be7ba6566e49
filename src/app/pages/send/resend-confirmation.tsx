import { Plural, Trans } from '@lingui/react/macro';
import { type ComponentProps, type ReactNode, useId } from 'react';
import type { Send } from '../../../contract/api/send.ts';
import { useEarlyEntry } from '../../hydration/hydrated-part.tsx';
import { words } from '../../i18n/trans.ts';
import { useFormat } from '../../i18n/use-format.ts';
import { useMoney } from '../../i18n/use-money.ts';
import { useReason } from '../../open-sends/use-reason.ts';
import { paths } from '../../router/paths.ts';
import { Card } from '../../ui/card.tsx';
import { Icon } from '../../ui/icon.tsx';
import { Link } from '../../ui/link.tsx';
import { Stack } from '../../ui/stack.tsx';
import styles from './resend-confirmation.module.css';

type ResendConfirmationProps = {
  /** Identical sends that need review, latest first. */
  earlier: Send[];
  /** Formatted amount to send now. */
  sends: string;
  alias: string;
  chosen: boolean;
  onChoose: (chosen: boolean) => void;
};

/** The earlier sends beside the new one, and the box that allows sending again. */
export function ResendConfirmation({
  earlier,
  sends,
  alias,
  chosen,
  onChoose,
}: ResendConfirmationProps) {
  const headingId = useId();
  return (
    <Card as="section" aria-labelledby={headingId}>
      <Stack>
        <h2 id={headingId} className={styles.title}>
          <Icon name="warning" size={18} />
          {earlier.some(({ colleague }) => colleague !== undefined) ? (
            <Trans>The same transfer from your team may have gone through</Trans>
          ) : (
            <Plural
              value={earlier.length}
              one="Your earlier transfer may have gone through"
              other="Your # earlier transfers may have gone through"
            />
          )}
        </h2>
        <div className={styles.both}>
          {earlier.map((send) => (
            <EarlierSend key={send.key} send={send} alias={alias} />
          ))}
          <OneSend
            title={<Trans>New transfer</Trans>}
            sends={sends}
            alias={alias}
            note={<Trans>Not sent yet. If both go through, {alias} is paid twice.</Trans>}
          />
        </div>
        <ConfirmBox checked={chosen} onConfirm={onChoose}>
          <Trans>I know the earlier transfer may have gone through. I want to send again.</Trans>
        </ConfirmBox>
      </Stack>
    </Card>
  );
}

type ConfirmBoxProps = Omit<ComponentProps<'input'>, 'type' | 'onChange'> & {
  onConfirm: (confirmed: boolean) => void;
};

/** A checkbox to tick before something that may cost money. */
export function ConfirmBox({ id: givenId, children, onConfirm, ...input }: ConfirmBoxProps) {
  const ownId = useId();
  const id = givenId ?? ownId;
  useEarlyEntry(id, input.checked ? 'on' : '', (entered) => onConfirm(entered === 'on'));
  return (
    <label className={styles.choice}>
      <input
        {...input}
        id={id}
        type="checkbox"
        onChange={(event) => onConfirm(event.currentTarget.checked)}
      />
      <span>{children}</span>
    </label>
  );
}

/** An earlier send: time, amount, reason, link. */
function EarlierSend({ send, alias }: { send: Send; alias: string }) {
  const { money } = useMoney();
  const { dateTime } = useFormat();
  const reason = words(useReason(send.reason));
  const sends = money(send.source_amount_cents, send.source_amount_currency);
  return (
    <OneSend
      title={<Trans>Earlier transfer, {dateTime(send.created_at)}</Trans>}
      sends={sends}
      alias={alias}
      note={
        <>
          {send.colleague && (
            <>
              <Trans>Started by {send.colleague}</Trans>
              <br />
            </>
          )}
          <Trans>Support is reviewing it. {reason}</Trans>
        </>
      }
    >
      <Link to={paths.sendOutcome(send.key)}>
        <Trans>Show that transfer</Trans>
      </Link>
    </OneSend>
  );
}

type OneSendProps = {
  title: ReactNode;
  /** Formatted amount. */
  sends: string;
  alias: string;
  /** What is known of it. */
  note: ReactNode;
  /** Link to it. */
  children?: ReactNode;
};

/** One of the transfers that are compared. */
function OneSend({ title, sends, alias, note, children }: OneSendProps) {
  return (
    <div className={styles.one}>
      <h3>{title}</h3>
      <p>
        <Trans>
          {sends} to {alias}
        </Trans>
      </p>
      <p className={styles.note}>{note}</p>
      {children && <p>{children}</p>}
    </div>
  );
}
