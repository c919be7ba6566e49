import type { MessageDescriptor } from '@lingui/core';
import { msg } from '@lingui/core/macro';
import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { useSuspenseQuery } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import {
  type AuditAction,
  type AuditEntryShown,
  auditActions,
  lookUpActions,
} from '../../../../contract/api/audit.ts';
import type { Role } from '../../../../contract/api/session.ts';
import { sessionQuery } from '../../../api/session.ts';
import { dayOf } from '../../../i18n/intl.ts';
import { verbatim } from '../../../i18n/trans.ts';
import { useFormat, useMoment, useStamp } from '../../../i18n/use-format.ts';
import { paths } from '../../../router/paths.ts';
import { Card } from '../../../ui/card.tsx';
import { CopyButton } from '../../../ui/copy-button.tsx';
import { Icon } from '../../../ui/icon.tsx';
import { Link } from '../../../ui/link.tsx';
import { SummaryList, SummaryRow } from '../../../ui/summary-list.tsx';
import styles from './entries.module.css';

type EntriesProps = {
  items: readonly AuditEntryShown[];
  /** Whether looks and searches of a person, one after the other, are one line. */
  isFolded: boolean;
  /** Whether the last line may go on. */
  hasMore: boolean;
};

/** The entries; each opens to its record and its request. */
export function Entries({ items, isFolded, hasMore }: EntriesProps) {
  const { t } = useLingui();
  const runs = isFolded ? runsOf(items) : items.map((entry): Run => [entry]);
  return (
    <Card flush>
      <ul aria-label={t`Entries`} className={styles.list}>
        {runs.map((run, at) =>
          run.length === 1 ? (
            <Entry key={run[0].number} entry={run[0]} />
          ) : (
            // The first may change, as the latest entries come in; the last may too, as older ones do.
            <LookUps
              key={run[0].number}
              run={run}
              isOpenEnded={hasMore && at === runs.length - 1}
            />
          ),
        )}
      </ul>
    </Card>
  );
}

type Run = [AuditEntryShown, ...AuditEntryShown[]];

const isLookUp = ({ action }: AuditEntryShown) => lookUpActions.some((one) => one === action);

/** The entries in their order, with the looks and searches of one person in a row as one run. */
function runsOf(items: readonly AuditEntryShown[]): Run[] {
  const runs: Run[] = [];
  for (const entry of items) {
    const run = runs.at(-1);
    const goesOn = run && isLookUp(run[0]) && isLookUp(entry) && run[0].who?.id === entry.who?.id;
    if (goesOn) run.push(entry);
    else runs.push([entry]);
  }
  return runs;
}

type LookUpsProps = { run: Run; isOpenEnded: boolean };

function LookUps({ run, isOpenEnded }: LookUpsProps) {
  const { exact } = useMoment();
  const { time } = useFormat();
  const [latest] = run;
  const { at: from } = run.at(-1) ?? latest;
  const isOneDay = dayOf(new Date(from)) === dayOf(new Date(latest.at));
  const begin = isOneDay ? time(from) : exact(from);
  const count = run.length;
  return (
    <FoldedRow
      title={
        isOpenEnded ? (
          <Trans>{count} look-ups, or more</Trans>
        ) : (
          <Plural value={count} one="# look-up" other="# look-ups" />
        )
      }
      note={<Who entry={latest} />}
      figure={exact(latest.at)}
      figureNote={<Trans>since {begin}</Trans>}
    >
      <ul className={styles.inner}>
        {run.map((entry) => (
          <Entry key={entry.number} entry={entry} />
        ))}
      </ul>
    </FoldedRow>
  );
}

function Entry({ entry }: { entry: AuditEntryShown }) {
  const { exact } = useMoment();
  const actionName = useActionName();
  const { action, at, outcome, subject, about } = entry;
  return (
    <FoldedRow
      title={actionName(action)}
      note={
        <>
          <Who entry={entry} />
          {subject !== null && (
            <span className={styles.line}>
              {verbatim(about ? about.name || about.email : subject)}
            </span>
          )}
        </>
      }
      figure={exact(at)}
      figureNote={outcome !== 'done' && verbatim(outcome)}
    >
      <EntryFacts entry={entry} />
    </FoldedRow>
  );
}

function EntryFacts({ entry }: { entry: AuditEntryShown }) {
  const stamp = useStamp();
  const { role } = useSuspenseQuery(sessionQuery).data.user;
  const { at, subject, about, request_id, by_command_line } = entry;
  const to = subject === null ? undefined : recordPath(subject, role);
  const shown = about ? about.name || about.email : subject;
  return (
    <SummaryList className={styles.facts}>
      {shown !== null && (
        <SummaryRow term={<Trans>Record</Trans>}>
          {to ? <Link to={to}>{verbatim(shown)}</Link> : verbatim(shown)}
        </SummaryRow>
      )}
      <SummaryRow term={<Trans>When</Trans>}>{stamp(at)}</SummaryRow>
      {!by_command_line && (
        <SummaryRow term={<Trans>Request number</Trans>} action={<CopyButton text={request_id} />}>
          <span className={styles.code}>{verbatim(request_id)}</span>
        </SummaryRow>
      )}
    </SummaryList>
  );
}

/** The page of a record that this role may open: an admin sees people, an auditor the rest. */
function recordPath(subject: string, role: Role): string | undefined {
  const [kind, id = '', ...more] = subject.split(' ');
  if (role === 'admin') return kind === 'user' ? paths.person(id) : undefined;
  if (more.length > 0) return undefined;
  if (kind === 'transfer') return paths.transfer(id);
  if (kind === 'account') return paths.recipient(id);
  return kind === 'send' ? paths.sendOutcome(id) : undefined;
}

type FoldedRowProps = {
  title: ReactNode;
  note: ReactNode;
  figure: string;
  figureNote: ReactNode;
  /** Shown once the row is open. */
  children: ReactNode;
};

function FoldedRow({ title, note, figure, figureNote, children }: FoldedRowProps) {
  const [isOpen, setOpen] = useState(false);
  return (
    <li className={styles.row}>
      <details onToggle={(event) => setOpen(event.currentTarget.open)}>
        <summary className={styles.summary}>
          <Icon name="chevron" size={14} />
          <span className={styles.words}>
            <span className={styles.title}>{title}</span>
            <span className={styles.note}>{note}</span>
          </span>
          <span className={styles.end}>
            <span className={styles.figure}>{figure}</span>
            {figureNote && <span className={styles.note}>{figureNote}</span>}
          </span>
        </summary>
        {isOpen && children}
      </details>
    </li>
  );
}

function Who({ entry: { who, by_command_line } }: { entry: AuditEntryShown }) {
  if (who) return <bdi translate="no">{who.name ? `${who.name}, ${who.email}` : who.email}</bdi>;
  return by_command_line ? <Trans>Command line</Trans> : <Trans>Somebody unknown</Trans>;
}

const names: Record<AuditAction, MessageDescriptor> = {
  'sign-in': msg`Signed in`,
  'sign-out': msg`Signed out`,
  'session-end': msg`Ended own sessions`,
  'name-change': msg`Changed own name`,
  'password-change': msg`Changed own password`,
  'password-link': msg`Asked for a password link`,
  'password-reset': msg`Set a forgotten password`,
  'sign-in-code': msg`Passed two-step verification`,
  'factor-begin': msg`Began to set up an authenticator app`,
  'factor-add': msg`Set up an authenticator app`,
  'factor-remove': msg`Turned off an authenticator app`,
  'recovery-codes': msg`Made new recovery codes`,
  'passkey-ask': msg`Was asked to prove who they are`,
  'passkey-add': msg`Added a passkey`,
  'passkey-rename': msg`Renamed a passkey`,
  'passkey-remove': msg`Removed a passkey`,
  'step-up': msg`Proof for a large transfer`,
  send: msg`Sent money`,
  'order-make': msg`Ordered a transfer`,
  'order-change': msg`Changed an ordered transfer`,
  'order-stop': msg`Stopped a transfer`,
  'order-resume': msg`Sent a waiting transfer`,
  'order-approve': msg`Approved a transfer`,
  'order-decline': msg`Declined a transfer`,
  'order-release': msg`Released a transfer`,
  'hold-change': msg`Changed how long transfers are held`,
  'notes-change': msg`Changed a note or reference`,
  settle: msg`Resolved a transfer`,
  'settle-propose': msg`Proposed that it was not sent`,
  'settle-confirm': msg`Confirmed that it was not sent`,
  'settle-decline': msg`Declined a proposal`,
  'settle-withdraw': msg`Withdrew a proposal`,
  'case-open': msg`Opened a case`,
  'case-done': msg`Closed a case`,
  'case-reopen': msg`Reopened a case`,
  'case-take': msg`Took a case`,
  'case-give-back': msg`Gave a case back`,
  'case-hand-over': msg`Handed over a case`,
  'case-wait': msg`Let a case wait`,
  'case-resume': msg`Took up a waiting case`,
  'case-note': msg`Added a team note`,
  'case-correction': msg`Corrected a team note`,
  'receipt-issue': msg`Issued a receipt`,
  'receipt-withdraw': msg`Withdrew a receipt`,
  'view-save': msg`Saved a view`,
  'view-change': msg`Renamed or shared a view`,
  'view-delete': msg`Deleted a view`,
  'create-account': msg`Added a recipient`,
  'edit-account': msg`Changed a recipient`,
  'mark-account': msg`Pinned or archived a recipient`,
  'look-up': msg`Looked at a record`,
  search: msg`Searched`,
  reveal: msg`Showed a hidden number`,
  export: msg`Downloaded a file`,
  refused: msg`Was refused`,
  'user-add': msg`Added a person`,
  'user-invite': msg`Invited a person`,
  'user-accept': msg`Accepted an invitation`,
  'user-role': msg`Changed a role`,
  'limit-change': msg`Changed a limit`,
  'user-access': msg`Disabled or enabled a person`,
  'user-disable': msg`Disabled a person`,
  'user-password': msg`Set a person’s password`,
  'user-sessions-end': msg`Ended a person’s sessions`,
  'factor-reset': msg`Reset a person’s two-step verification`,
  'person-export': msg`Exported a person’s data`,
  'person-erase': msg`Erased a person`,
};

/** Returns a function from an action to its name; one that has none is named as in the audit. */
export function useActionName(): (action: string) => string {
  const { i18n } = useLingui();
  return (action) => {
    const known = auditActions.find((one) => one === action);
    return known ? i18n._(names[known]) : action;
  };
}
