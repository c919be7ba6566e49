import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { useMutation, useQueryClient, useSuspenseQuery } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import * as z from 'zod/mini';
import { caseNoteRequest } from '../../../../contract/api/case.ts';
import {
  type CaseQueue,
  type CaseResult,
  maxSeveral,
  type QueuedCase,
  type SeveralCases,
  type SeveralCasesRequest,
} from '../../../../contract/api/case-queue.ts';
import { changeCases } from '../../../api/case-queue.ts';
import { supportKeys } from '../../../api/query-keys.ts';
import { sessionQuery } from '../../../api/session.ts';
import { NoteField } from '../../../cases/note-field.tsx';
import { useFailureMessage } from '../../../i18n/failure-message.ts';
import { verbatim } from '../../../i18n/trans.ts';
import { useMoney } from '../../../i18n/use-money.ts';
import { Button } from '../../../ui/button.tsx';
import { CloseDialogButton, Dialog } from '../../../ui/dialog.tsx';
import { Notice } from '../../../ui/notice.tsx';
import { SelectField } from '../../../ui/select-field.tsx';
import { Row } from '../../../ui/stack.tsx';
import styles from './cases.module.css';

/** What is asked of several cases. */
type Asked =
  | { action: 'take' }
  | { action: 'hand-over'; to: string }
  | { action: 'note'; text: string; idOf: (key: string) => string };

/** With the cases as the page showed them. */
type Sent = { asked: Asked; cases: readonly QueuedCase[] };

type ChosenProps = {
  queue: CaseQueue;
  /** The chosen cases of the queue. */
  chosen: readonly QueuedCase[];
  onChoose: (keys: readonly string[]) => void;
};

/** What can be done with the chosen cases at once, and what came of it. */
export function Chosen({ queue, chosen, onChoose }: ChosenProps) {
  const { t } = useLingui();
  const failureMessage = useFailureMessage();
  const client = useQueryClient();
  const [asking, setAsking] = useState<'hand-over' | 'note'>();
  const change = useMutation({
    mutationFn: ({ asked, cases }: Sent) => changeCases(requestOf(asked, cases)),
    onMutate: () => client.cancelQueries({ queryKey: supportKeys.cases }),
    onSuccess(answer) {
      setAsking(undefined);
      // Those that failed stay chosen.
      onChoose(answer.results.filter(({ result }) => result !== 'done').map(({ key }) => key));
    },
    onSettled: () => client.invalidateQueries({ queryKey: supportKeys.cases }),
  });
  const send = (asked: Asked) => change.mutate({ asked, cases: chosen });
  const ask = (what: typeof asking) => {
    change.reset();
    setAsking(what);
  };
  const dialog = {
    pending: change.isPending,
    error: change.error && <Notice tone="stop" role="alert" title={failureMessage(change.error)} />,
    onClose: () => setAsking(undefined),
    onAsk: send,
  };
  const all = queue.items.slice(0, maxSeveral);
  return (
    <>
      <div role="status">
        {change.data && <Results {...change.variables} answer={change.data} />}
      </div>
      {change.error && !asking && dialog.error}
      {chosen.length > 0 && (
        <section aria-label={t`Chosen cases`} className={styles.chosen}>
          <p className={styles.count}>
            <Plural value={chosen.length} one="# chosen" other="# chosen" />
          </p>
          {chosen.length > maxSeveral ? (
            <p>
              <Trans>Choose at most {maxSeveral} cases.</Trans>
            </p>
          ) : (
            <>
              <Button
                variant="main"
                pending={change.isPending && !asking}
                onClick={() => send({ action: 'take' })}
              >
                <Trans>Take</Trans>
              </Button>
              <Button onClick={() => ask('hand-over')}>
                <Trans>Hand over</Trans>
              </Button>
              <Button onClick={() => ask('note')}>
                <Trans>Add note</Trans>
              </Button>
            </>
          )}
          {chosen.length < all.length && (
            <Button variant="quiet" onClick={() => onChoose(all.map(({ key }) => key))}>
              <Trans>Choose all</Trans>
            </Button>
          )}
          <Button variant="quiet" onClick={() => onChoose([])}>
            <Trans>Choose none</Trans>
          </Button>
        </section>
      )}
      {asking === 'hand-over' && <HandOverDialog {...dialog} queue={queue} />}
      {asking === 'note' && <NoteDialog {...dialog} count={chosen.length} />}
    </>
  );
}

function requestOf(asked: Asked, shown: readonly QueuedCase[]): SeveralCasesRequest {
  const cases = shown.map(({ key, assignee }) => ({
    key,
    from: assignee?.id ?? null,
    note_id: asked.action === 'note' ? asked.idOf(key) : crypto.randomUUID(),
  }));
  switch (asked.action) {
    case 'take':
      return { action: 'take', cases };
    case 'hand-over':
      return { action: 'hand-over', to: asked.to, cases };
    case 'note':
      return { action: 'note', text: asked.text, cases };
  }
}

type ResultsProps = Sent & { answer: SeveralCases };

/** How many were changed, and each that was not, with the reason. */
function Results({ asked, cases, answer: { results } }: ResultsProps) {
  const done = results.filter(({ result }) => result === 'done').length;
  const others = results.filter(({ result }) => result !== 'done');
  const isOk = others.length === 0;
  return (
    <Notice tone={isOk ? 'done' : 'wait'} title={<DoneWords action={asked.action} done={done} />}>
      {!isOk && (
        <ul className={styles.results}>
          {others.map(({ key, result }) => (
            <li key={key}>
              <WhichCase one={cases.find((one) => one.key === key)} />
              <ResultWords result={result} />
            </li>
          ))}
        </ul>
      )}
    </Notice>
  );
}

function DoneWords({ action, done }: { action: Asked['action']; done: number }) {
  if (done === 0) return <Trans>No case was changed</Trans>;
  switch (action) {
    case 'take':
      return <Plural value={done} one="You took # case" other="You took # cases" />;
    case 'hand-over':
      return <Plural value={done} one="You handed over # case" other="You handed over # cases" />;
    case 'note':
      return (
        <Plural value={done} one="You added a note to # case" other="You added a note to # cases" />
      );
  }
}

function WhichCase({ one }: { one: QueuedCase | undefined }) {
  const { money } = useMoney();
  if (!one) return null;
  const alias = verbatim(one.alias ?? one.destination_account_id);
  const amount = verbatim(money(one.source_amount_cents, one.source_amount_currency));
  return (
    <b>
      {alias}, {amount}:{' '}
    </b>
  );
}

function ResultWords({ result }: { result: CaseResult }) {
  switch (result) {
    case 'case-changed':
      return <Trans>A colleague was first.</Trans>;
    case 'send-settled':
      return <Trans>Someone already resolved this transfer.</Trans>;
    case 'not-found':
      return <Trans>This transfer is no longer there.</Trans>;
    default:
      return <Trans>We couldn’t save this. Please try again.</Trans>;
  }
}

type ActionDialogProps = {
  pending: boolean;
  /** Why it was not done. */
  error: ReactNode;
  onClose: () => void;
  onAsk: (asked: Asked) => void;
};

function HandOverDialog({
  queue: { colleagues },
  pending,
  error,
  onClose,
  onAsk,
}: ActionDialogProps & Pick<ChosenProps, 'queue'>) {
  const { t } = useLingui();
  const { user } = useSuspenseQuery(sessionQuery).data;
  const others = colleagues.filter(({ id }) => id !== user.id);
  const [to, setTo] = useState('');
  const [isMissing, setIsMissing] = useState(false);
  return (
    <Dialog title={<Trans>Hand over</Trans>} onClose={onClose}>
      {others.length === 0 ? (
        <p>
          <Trans>You have no colleague in support yet.</Trans>
        </p>
      ) : (
        <SelectField
          label={t`To`}
          placeholder={t`Choose a colleague`}
          options={others.map(({ id, name }) => ({ value: id, label: name }))}
          value={to}
          error={isMissing && to === '' && <Trans>Choose a colleague first</Trans>}
          onChange={setTo}
        />
      )}
      {error}
      <Row>
        {others.length > 0 && (
          <Button
            variant="main"
            pending={pending}
            onClick={() => (to === '' ? setIsMissing(true) : onAsk({ action: 'hand-over', to }))}
          >
            <Trans>Hand over</Trans>
          </Button>
        )}
        <CloseDialogButton>
          <Trans>Cancel</Trans>
        </CloseDialogButton>
      </Row>
    </Dialog>
  );
}

function NoteDialog({
  count,
  pending,
  error,
  onClose,
  onAsk,
}: ActionDialogProps & { count: number }) {
  const { t } = useLingui();
  const [text, setText] = useState('');
  const [isEmpty, setIsEmpty] = useState(false);
  // Repeated after a lost answer, the same note is added once.
  const [ids] = useState(() => new Map<string, string>());
  const idOf = (key: string) => {
    const note = `${key} ${text}`;
    const id = ids.get(note) ?? crypto.randomUUID();
    ids.set(note, id);
    return id;
  };

  function add() {
    const { success } = z.safeParse(caseNoteRequest.shape.text, text);
    setIsEmpty(!success);
    if (success) onAsk({ action: 'note', text, idOf });
  }

  return (
    <Dialog
      title={<Plural value={count} one="Add a note to # case" other="Add a note to # cases" />}
      onClose={onClose}
    >
      <NoteField
        label={t`Team note`}
        hint={t`The sender never sees it.`}
        error={isEmpty && <Trans>Write a note first</Trans>}
        rows={3}
        value={text}
        onChange={setText}
      />
      {error}
      <Row>
        <Button variant="main" pending={pending} onClick={add}>
          <Trans>Add note</Trans>
        </Button>
        <CloseDialogButton>
          <Trans>Cancel</Trans>
        </CloseDialogButton>
      </Row>
    </Dialog>
  );
}
