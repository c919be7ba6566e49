import { Trans, useLingui } from '@lingui/react/macro';
import { type QueryClient, useQuery, useSuspenseQuery } from '@tanstack/react-query';
import { useState } from 'react';
import * as z from 'zod/mini';
import type { SlowReason } from '../../../../contract/api/arrival.ts';
import {
  caseNoteRequest,
  type OpenCaseRequest,
  type TransferCase,
} from '../../../../contract/api/case.ts';
import type { Transfer } from '../../../../contract/api/transfer.ts';
import {
  endCase,
  openCase,
  reopenCase,
  transferCaseQuery,
  transferWork,
} from '../../../api/cases.ts';
import { sessionQuery } from '../../../api/session.ts';
import { Assignment } from '../../../cases/assignment.tsx';
import shared from '../../../cases/case.module.css';
import { CaseHistory } from '../../../cases/case-history.tsx';
import { CaseWait } from '../../../cases/case-wait.tsx';
import { NextCase } from '../../../cases/next-case.tsx';
import { NoteField } from '../../../cases/note-field.tsx';
import { TeamNotes } from '../../../cases/team-notes.tsx';
import { useCaseChange } from '../../../cases/use-case-change.ts';
import { useFailureMessage } from '../../../i18n/failure-message.ts';
import { verbatim, words } from '../../../i18n/trans.ts';
import { useDuration } from '../../../i18n/use-duration.ts';
import { useMoment } from '../../../i18n/use-format.ts';
import { useStateName } from '../../../transfers/use-state-name.ts';
import { Button } from '../../../ui/button.tsx';
import { Card } from '../../../ui/card.tsx';
import { CloseDialogButton, Dialog } from '../../../ui/dialog.tsx';
import { Notice } from '../../../ui/notice.tsx';
import { Row, Stack } from '../../../ui/stack.tsx';
import styles from './transfer-case.module.css';

/** Reads what the part shows, for the page's loader. */
export async function prefetchCase(client: QueryClient, id: string) {
  await client.prefetchQuery(transferCaseQuery(id));
}

type TransferCasePartProps = { transfer: Transfer };

/** For support and auditors: the case of the transfer, or the press that opens one. */
export function TransferCasePart({ transfer }: TransferCasePartProps) {
  const failureMessage = useFailureMessage();
  const { user } = useSuspenseQuery(sessionQuery).data;
  const { data, error } = useQuery(transferCaseQuery(transfer.id));
  const [asking, setAsking] = useState<'open' | 'done'>();
  const isSupport = user.role === 'support';
  if (!data) {
    return error && <Notice tone="wait" role="alert" title={failureMessage(error)} />;
  }
  return (
    <>
      {data.state !== 'none' ? (
        <OpenedCase
          found={data}
          transfer={transfer}
          onDone={isSupport ? () => setAsking('done') : undefined}
        />
      ) : (
        isSupport && (
          <div>
            <Button onClick={() => setAsking('open')}>
              <Trans>Open a case</Trans>
            </Button>
          </div>
        )
      )}
      {/* Apart from what the change replaces, so that it closes. */}
      {asking && (
        <ReasonDialog
          what={asking}
          comesBack={data.opened?.by !== null}
          transfer={transfer}
          onClose={() => setAsking(undefined)}
        />
      )}
    </>
  );
}

type OpenedCaseProps = TransferCasePartProps & {
  found: TransferCase;
  /** Undefined for who changes nothing. */
  onDone: (() => void) | undefined;
};

function OpenedCase({ found, transfer, onDone }: OpenedCaseProps) {
  const { t } = useLingui();
  const work = transferWork(transfer.id);
  const isOpen = found.state === 'open';
  return (
    <section aria-label={t`Case`} className={styles.parts}>
      <div className={styles.part}>
        <CaseState found={found} transfer={transfer} onDone={onDone} />
        {isOpen && <Assignment work={work} found={found} />}
        {isOpen && <CaseWait work={work} found={found} />}
        <TeamNotes work={work} notes={found.notes} />
      </div>
      <div className={styles.part}>
        <CaseHistory history={found.history} />
      </div>
    </section>
  );
}

/** Whether the case is open, came back or is done, and the press that changes it. */
function CaseState({ found, transfer, onDone }: OpenedCaseProps) {
  const { t } = useLingui();
  const failureMessage = useFailureMessage();
  const { whole } = useMoment();
  const work = transferWork(transfer.id);
  const reopen = useCaseChange(work.queryKey, () => reopenCase(transfer.id));
  const { state, opened, done, slow } = found;
  const shown = state === 'done' ? done : opened;
  const byItself = state === 'done' ? t`Closed automatically` : t`Opened automatically`;
  return (
    <Card as="section">
      <Stack gap="s3">
        <Row between>
          <div role="status" className={shared.who}>
            <h2>{state === 'done' ? <Trans>Case closed</Trans> : <Trans>Case open</Trans>}</h2>
            {shown && (
              <p className={shared.quiet}>
                {shown.by ? verbatim(shown.by.name) : byItself}, {whole(shown.at)}
              </p>
            )}
          </div>
          {onDone && (
            <Row>
              {state === 'done' ? (
                <Button pending={reopen.isPending} onClick={() => reopen.mutate()}>
                  <Trans>Reopen case</Trans>
                </Button>
              ) : (
                <Button onClick={onDone}>
                  <Trans>Done</Trans>
                </Button>
              )}
              <NextCase current={transfer.id} />
            </Row>
          )}
        </Row>
        {state === 'open' && done && <CameBack done={done} transfer={transfer} />}
        {slow && <Slow slow={slow} />}
        {reopen.error && <Notice tone="stop" role="alert" title={failureMessage(reopen.error)} />}
      </Stack>
    </Card>
  );
}

type CameBackProps = TransferCasePartProps & { done: NonNullable<TransferCase['done']> };

/** Says that the case was done, and what has changed since. */
function CameBack({ done, transfer }: CameBackProps) {
  const stateName = useStateName();
  const before = words(stateName(done.transfer_state));
  const now = words(stateName(transfer.state));
  const name = verbatim(done.by?.name);
  return (
    <Notice tone="wait" title={<Trans>The transfer changed, so the case is back</Trans>}>
      <p>
        <Trans>
          It went from {before} to {now}. {name} had closed the case.
        </Trans>
      </p>
    </Notice>
  );
}

/** Why Giro opened the case. */
function Slow({ slow }: { slow: SlowReason }) {
  const duration = useDuration();
  const after = words(duration(slow.after_seconds, 'down'));
  const within = words(duration(slow.within_seconds, 'up'));
  const { count } = slow;
  return (
    <div>
      <p>
        <b>
          <Trans>Slower than 95 in 100: not completed after {after}</Trans>
        </b>
      </p>
      <p className={shared.quiet}>
        {slow.scope === 'bank' ? (
          <Trans>
            95 in 100 of the last {count} to this bank took {within} at most.
          </Trans>
        ) : slow.scope === 'country' ? (
          <Trans>
            95 in 100 of the last {count} to this country took {within} at most.
          </Trans>
        ) : (
          <Trans>
            95 in 100 of the last {count} to such wallets took {within} at most.
          </Trans>
        )}
      </p>
    </div>
  );
}

type ReasonDialogProps = TransferCasePartProps & {
  what: 'open' | 'done';
  /** Whether it is open again when the transfer changes: not one that Giro opened. */
  comesBack: boolean;
  onClose: () => void;
};

/** Asks why a case is opened, or done. The reason is a team note. */
function ReasonDialog({ what, comesBack, transfer, onClose }: ReasonDialogProps) {
  const { id, state } = transfer;
  const { t } = useLingui();
  const failureMessage = useFailureMessage();
  const [text, setText] = useState('');
  const [isEmpty, setIsEmpty] = useState(false);
  // The state that the person saw when the dialog opened.
  const [transfer_state] = useState(state);
  const change = useCaseChange(transferWork(id).queryKey, (body: OpenCaseRequest) =>
    what === 'open' ? openCase(id, body) : endCase(id, { ...body, transfer_state }),
  );

  function save() {
    const last = change.error ? change.variables : undefined;
    // Repeated after a lost answer, the same note is added once.
    const note = { id: last?.text === text ? last.id : crypto.randomUUID(), text };
    const { success } = z.safeParse(caseNoteRequest, note);
    setIsEmpty(!success);
    if (success) change.mutate(note, { onSuccess: onClose });
  }

  return (
    <Dialog
      title={what === 'open' ? <Trans>Open a case</Trans> : <Trans>Close this case</Trans>}
      onClose={onClose}
    >
      {what === 'done' && comesBack && (
        <p>
          <Trans>It comes back if the transfer changes.</Trans>
        </p>
      )}
      <NoteField
        label={t`Reason`}
        hint={t`A team note. The sender never sees it.`}
        error={isEmpty && <Trans>Write a reason first</Trans>}
        rows={3}
        value={text}
        onChange={setText}
      />
      {change.error && <Notice tone="stop" role="alert" title={failureMessage(change.error)} />}
      <Row>
        <Button variant="main" pending={change.isPending} onClick={save}>
          {what === 'open' ? <Trans>Open case</Trans> : <Trans>Close case</Trans>}
        </Button>
        <CloseDialogButton>
          <Trans>Cancel</Trans>
        </CloseDialogButton>
      </Row>
    </Dialog>
  );
}
