import { Plural, Trans } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { useId } from 'react';
import type { Send } from '../../../contract/api/send.ts';
import { referenceOf } from '../../../contract/api/send-key.ts';
import { markOf } from '../../../contract/api/send-states.ts';
import { Avatar } from '../../accounts/avatar.tsx';
import { openSendsQuery } from '../../api/sends.ts';
import { useFailureMessage } from '../../i18n/failure-message.ts';
import { verbatim } from '../../i18n/trans.ts';
import { useMoment } from '../../i18n/use-format.ts';
import { useMoney } from '../../i18n/use-money.ts';
import { fromLookUp } from '../../router/entry-state.ts';
import { paths } from '../../router/paths.ts';
import { FromSender } from '../../transfers/from-sender.tsx';
import { Ago } from '../../ui/ago.tsx';
import { Card } from '../../ui/card.tsx';
import { Icon } from '../../ui/icon.tsx';
import { Link } from '../../ui/link.tsx';
import { RecordList, RecordRow } from '../../ui/record-list.tsx';
import { Stack } from '../../ui/stack.tsx';
import styles from './support.module.css';

/** Everybody's transfers without a known result. */
export function OpenSends() {
  const { data, error } = useQuery(openSendsQuery);
  return <OpenSendList sends={data} error={error} from={fromLookUp} />;
}

type OpenSendsLineProps = {
  /** Transfers that the page shows above. */
  except: readonly Send[];
};

/** The same in one line, below the results of a search: it leads to the list. */
export function OpenSendsLine({ except }: OpenSendsLineProps) {
  const { data = [] } = useQuery(openSendsQuery);
  const sends = data.filter(({ key }) => except.every((one) => one.key !== key));
  if (sends.length === 0) return null;
  return (
    <Link to={sends.some(needsSupport) ? paths.cases() : paths.support()} className={styles.queue}>
      <Icon name="warning" size={20} />
      <span>
        <OpenSendsCount sends={sends} />
      </span>
    </Link>
  );
}

type OpenSendListProps = {
  /** Undefined while there is no answer. */
  sends: readonly Send[] | undefined;
  /** Why there is none. */
  error?: Error | null;
  /** The location's state of the pages that the rows lead to. */
  from: typeof fromLookUp;
};

/** Transfers without a known result, oldest first; those that need support come before the others. */
export function OpenSendList({ sends, error, from }: OpenSendListProps) {
  const headingId = useId();
  const failureMessage = useFailureMessage();
  const [waiting, looking] = byNeed(sends ?? []);

  return (
    <Stack as="section" gap="s2">
      <h2 id={headingId}>
        <Trans>Not confirmed yet</Trans>
      </h2>
      <p className={styles.quiet} role="status">
        {sends ? (
          <>
            {sends.length === 0 && <Trans>None. Every transfer has a known result.</Trans>}
            <OpenSendsCount sends={sends} />
          </>
        ) : (
          error && failureMessage(error)
        )}
      </p>
      {sends && sends.length > 0 && (
        <Card flush>
          <RecordList aria-labelledby={headingId}>
            {[...waiting, ...looking].map((send) => (
              <OpenSendRow key={send.key} send={send} from={from} />
            ))}
          </RecordList>
        </Card>
      )}
    </Stack>
  );
}

/** How many need support, and how many are still looked for. */
function OpenSendsCount({ sends }: { sends: readonly Send[] }) {
  const [waiting, looking] = byNeed(sends);
  return (
    <>
      {waiting.length > 0 && (
        <Plural
          value={waiting.length}
          one="# transfer needs your review."
          other="# transfers need your review."
        />
      )}{' '}
      {looking.length > 0 && (
        <Plural
          value={looking.length}
          one="We’re still checking # transfer."
          other="We’re still checking # transfers."
        />
      )}
    </>
  );
}

/** Search results that have no known result yet. */
export function SendResults({ sends }: { sends: readonly Send[] }) {
  const headingId = useId();
  return (
    <Stack as="section" gap="s2">
      <h2 id={headingId}>
        <Plural
          value={sends.length}
          one="# transfer is not confirmed yet"
          other="# transfers are not confirmed yet"
        />
      </h2>
      <Card flush>
        <RecordList aria-labelledby={headingId}>
          {sends.map((send) => (
            <OpenSendRow key={send.key} send={send} from={fromLookUp} />
          ))}
        </RecordList>
      </Card>
    </Stack>
  );
}

/** Search results that ended without a transfer. */
export function EndedSends({ sends }: { sends: readonly Send[] }) {
  const headingId = useId();
  return (
    <Stack as="section" gap="s2">
      <h2 id={headingId}>
        <Plural value={sends.length} one="# ended transfer" other="# ended transfers" />
      </h2>
      <Card flush>
        <RecordList aria-labelledby={headingId}>
          {sends.map((send) => (
            <OpenSendRow key={send.key} send={send} from={fromLookUp} isEnded />
          ))}
        </RecordList>
      </Card>
    </Stack>
  );
}

type OpenSendRowProps = { send: Send; isEnded?: boolean } & Pick<OpenSendListProps, 'from'>;

/** One transfer: amount, recipient, age, and whether support has to act, or how it ended. */
export function OpenSendRow({ send, from, isEnded = false }: OpenSendRowProps) {
  const { money } = useMoney();
  const { brief } = useMoment();
  const { alias, sender, look_alikes } = send;
  return (
    <RecordRow
      to={paths.sendOutcome(send.key)}
      state={from}
      lead={
        <Avatar id={send.destination_account_id} alias={alias ?? null} code={send.country_code} />
      }
      title={verbatim(money(send.source_amount_cents, send.source_amount_currency))}
      note={
        <>
          {alias ? (
            <Trans>To {alias}</Trans>
          ) : (
            <Trans>To recipient {send.destination_account_id}</Trans>
          )}
          {isEnded && <> · {verbatim(referenceOf(send.key))}</>}
          {sender && (
            <>
              <br />
              <FromSender sender={sender} state={from} />
            </>
          )}
          {send.proposed && (
            <>
              <br />
              <Trans>Waits for a second person</Trans>
            </>
          )}
          {look_alikes && (
            <>
              <br />
              <Trans>A transfer like this one turned up later: {look_alikes.join(', ')}</Trans>
            </>
          )}
        </>
      }
      figure={
        isEnded ? (
          send.state === 'sent' ? (
            <Trans context="of a transfer">Sent</Trans>
          ) : (
            <Trans>Not sent</Trans>
          )
        ) : needsSupport(send) ? (
          <span className={styles.needed}>
            <Icon name="warning" />
            <Trans>Needs review</Trans>
          </span>
        ) : (
          <span className={styles.looking}>
            <Icon name="clock" />
            <Trans>Being checked</Trans>
          </span>
        )
      }
      figureNote={isEnded ? brief(send.created_at) : <Ago at={send.created_at} />}
    />
  );
}

const needsSupport = (send: Send) => markOf(send) === 'unresolved';

/** Those that need support, and those that are still looked for. */
const byNeed = (sends: readonly Send[]) =>
  [sends.filter(needsSupport), sends.filter((send) => !needsSupport(send))] as const;
