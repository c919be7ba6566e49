import { Trans } from '@lingui/react/macro';
import type { Send } from '../../contract/api/send.ts';
import { verbatim, words } from '../i18n/trans.ts';
import { useFormat } from '../i18n/use-format.ts';
import { paths } from '../router/paths.ts';
import { Link } from '../ui/link.tsx';
import styles from './send-notes.module.css';

type SendNotesProps = {
  send: Pick<Send, 'after_unresolved' | 'after_sent' | 'settled_reason' | 'colleague' | 'decision'>;
};

/** What is to be known of how it was sent: by a colleague, for the second time, and what support decided. */
export function SendNotes({ send }: SendNotesProps) {
  return (
    <>
      <StartedBy send={send} />
      <RelatedSends send={send} />
      <SupportNote send={send} />
    </>
  );
}

export function StartedBy({ send }: { send: Pick<Send, 'colleague'> }) {
  if (send.colleague === undefined) return null;
  return (
    <p className={styles.quiet}>
      <Trans>Started by {send.colleague}</Trans>
    </p>
  );
}

/** Links to the earlier send that the person knew of when they sent again. */
export function RelatedSends({ send: { after_unresolved, after_sent } }: SendNotesProps) {
  return (
    <>
      {after_unresolved !== null && (
        <p className={styles.note}>
          <Link to={paths.sendOutcome(after_unresolved)}>
            <Trans>Sent again: the earlier transfer was not confirmed</Trans>
          </Link>
        </p>
      )}
      {after_sent !== null && (
        <p className={styles.note}>
          <Link to={paths.sendOutcome(after_sent)}>
            <Trans>Sent again: the same transfer was sent shortly before</Trans>
          </Link>
        </p>
      )}
    </>
  );
}

/** Support's reason for the resolution, and for support who resolved it; nothing if support did not. */
export function SupportNote({
  send: { settled_reason, decision },
}: {
  send: Pick<Send, 'settled_reason' | 'decision'>;
}) {
  if (settled_reason === null) return null;
  return (
    <>
      <p className={styles.note}>
        <Trans>
          <b>Support:</b> {words(settled_reason)}
        </Trans>
      </p>
      {decision && <DecidedBy {...decision} />}
    </>
  );
}

function DecidedBy({ by, proposed_by, at }: NonNullable<Send['decision']>) {
  const { dateTime } = useFormat();
  const name = verbatim(by);
  const proposer = verbatim(proposed_by);
  const when = dateTime(at);
  return (
    <p className={styles.quiet}>
      {proposed_by === undefined ? (
        <Trans>
          Resolved by {name}, {when}
        </Trans>
      ) : (
        <Trans>
          Proposed by {proposer}, confirmed by {name}, {when}
        </Trans>
      )}
    </p>
  );
}
