import { Trans, useLingui } from '@lingui/react/macro';
import { useSuspenseQuery } from '@tanstack/react-query';
import { looksUp } from '../../contract/api/session.ts';
import type { TransferDetail } from '../../contract/api/transfer.ts';
import { sessionQuery } from '../api/session.ts';
import { withVerbatim } from '../i18n/trans.ts';
import { useStamp } from '../i18n/use-format.ts';
import { useMoney } from '../i18n/use-money.ts';
import { useStateName } from '../transfers/use-state-name.ts';
import { CopyButton } from '../ui/copy-button.tsx';
import { HelpTile, type HelpTileProps } from './help-tile.tsx';
import { SupportContact } from './support-contact.tsx';
import styles from './transfer-help.module.css';

type TransferHelpProps = Pick<HelpTileProps, 'main'> & { detail: TransferDetail };

/** Whom to ask about the transfer, and a text by which it is found. The text holds no personal data. */
export function TransferHelp({ detail, main }: TransferHelpProps) {
  const { t } = useLingui();
  const { money } = useMoney();
  const stamp = useStamp();
  const stateName = useStateName();
  const bySupport = looksUp(useSuspenseQuery(sessionQuery).data.user.role);
  const { transfer, timeline, as_of } = detail;
  const { id, state } = transfer;
  const source = money(transfer.source_amount_cents, transfer.source_amount_currency);
  const destination = money(
    transfer.destination_amount_cents,
    transfer.destination_amount_currency,
  );
  const seen = stamp(timeline.find((one) => one.state === state)?.seen_at ?? as_of);
  const name = stateName(state);
  const text = t`Transfer ${id} (${name}), seen ${seen}: ${source} for ${destination}.`;

  return (
    <HelpTile main={main} label={<Trans>Get help</Trans>}>
      <p>
        <WhomToAsk state={state} id={id} bySupport={bySupport} />
      </p>
      <p className={styles.quote}>{withVerbatim(text, source, destination)}</p>
      <p>
        <CopyButton variant="plain" wide text={text}>
          {bySupport ? (
            <Trans>Copy for the payment service</Trans>
          ) : (
            <Trans>Copy for support</Trans>
          )}
        </CopyButton>
      </p>
      {!bySupport && <SupportContact about={t`Transfer ${id}`} />}
    </HelpTile>
  );
}

type WhomToAskProps = { state: string; id: string; bySupport: boolean };

function WhomToAsk({ state, id, bySupport }: WhomToAskProps) {
  switch (state) {
    case 'executed':
      return bySupport ? (
        <Trans>
          The recipient has been paid. If the money is missing, ask their bank, then the payment
          service with number {id}.
        </Trans>
      ) : (
        <Trans>
          The recipient has been paid. If the money is missing, ask their bank, then support with
          number {id}.
        </Trans>
      );
    case 'rejected':
      return bySupport ? (
        <Trans>
          Nothing was paid to the recipient. Ask the payment service what happens to the money.
        </Trans>
      ) : (
        <Trans>Nothing was paid to the recipient. Ask support whether your money comes back.</Trans>
      );
    case 'pending':
    case 'assigned':
      return bySupport ? (
        <Trans>The recipient was not paid yet. If this takes long, ask the payment service.</Trans>
      ) : (
        <Trans>The recipient was not paid yet. If this takes long, ask support.</Trans>
      );
    default:
      return bySupport ? (
        <Trans>
          We don’t know yet whether the recipient was paid. If this doesn’t change, ask the payment
          service.
        </Trans>
      ) : (
        <Trans>
          We don’t know yet whether the recipient was paid. If this doesn’t change, contact support.
        </Trans>
      );
  }
}
