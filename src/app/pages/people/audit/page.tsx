import type { MessageDescriptor } from '@lingui/core';
import { msg } from '@lingui/core/macro';
import { Trans, useLingui } from '@lingui/react/macro';
import { useMutation, useQuery } from '@tanstack/react-query';
import { type RefObject, useRef, useState } from 'react';
import { useLoaderData, useNavigate } from 'react-router-dom';
import * as z from 'zod/mini';
import {
  type AuditAction,
  type AuditEntryShown,
  auditActions,
} from '../../../../contract/api/audit.ts';
import { maxSearchLength } from '../../../../contract/api/wire.ts';
import { auditQuery, personQuery, readAuditFile } from '../../../api/people.ts';
import { PageTitle } from '../../../brand/page-title.tsx';
import { useFailureMessage } from '../../../i18n/failure-message.ts';
import { compareIn, today } from '../../../i18n/intl.ts';
import { verbatim } from '../../../i18n/trans.ts';
import { useFormat, useMoment } from '../../../i18n/use-format.ts';
import { ownState, useOwnState } from '../../../router/entry-state.ts';
import { paths } from '../../../router/paths.ts';
import { useDestination } from '../../../router/use-destination.ts';
import { useTypedSearch } from '../../../router/use-typed-search.ts';
import { Button } from '../../../ui/button.tsx';
import { Card } from '../../../ui/card.tsx';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { Link } from '../../../ui/link.tsx';
import { Notice } from '../../../ui/notice.tsx';
import { PageHead } from '../../../ui/page-head.tsx';
import { RecordList, RecordRow } from '../../../ui/record-list.tsx';
import { saveFile } from '../../../ui/save-file.ts';
import { SelectField } from '../../../ui/select-field.tsx';
import { Skeleton } from '../../../ui/skeleton.tsx';
import { Stack } from '../../../ui/stack.tsx';
import { SearchField, TextField } from '../../../ui/text-field.tsx';
import styles from '../people.module.css';
import { type AuditSearch, auditFiltersOf, parseAuditSearch } from './loader.ts';

const step = 50;
const maxShown = 500;
const entryState = z.object({ q: z.string().check(z.maxLength(maxSearchLength)) });

/** Who did what, and when: the latest first. */
export function Page() {
  const { t } = useLingui();
  const failureMessage = useFailureMessage();
  const search = useLoaderData<AuditSearch>();
  const navigate = useNavigate();
  // A name is no part of the URL, which is kept and shared; the history entry has it.
  const searched = useOwnState(entryState)?.q ?? '';
  const box = useRef<HTMLInputElement>(null);
  const [limit, setLimit] = useState(step);
  const filters = auditFiltersOf(search, searched.trim());
  const destination = useDestination();
  // Of two choices in a row, the second keeps the first, which may not be rendered yet.
  const chosen = () => parseAuditSearch(destination().search) ?? search;
  const [who, type] = useTypedSearch(box, searched, (typed) => go(chosen(), typed));
  const { data, error, isPlaceholderData } = useQuery(auditQuery(filters, limit));
  const file = useMutation({
    mutationFn: readAuditFile,
    onSuccess: ({ name, content }) => saveFile(name, content),
  });

  function go(next: AuditSearch, q: string) {
    setLimit(step);
    const options = { state: ownState({ q }), replace: true, preventScrollReset: true };
    return navigate(paths.audit(next), options);
  }

  return (
    <Stack>
      <PageTitle>{t`Audit`}</PageTitle>
      <PageHead
        title={<Trans>Audit</Trans>}
        side={
          <Button pending={file.isPending} onClick={() => file.mutate(filters)}>
            <Trans>Download CSV</Trans>
          </Button>
        }
      />
      {file.error && (
        <Notice tone="stop" role="alert" title={<Trans>The file wasn’t downloaded</Trans>}>
          <p>{failureMessage(file.error)}</p>
        </Notice>
      )}
      <AuditFields
        {...{ search, who, box }}
        onWho={type}
        onChoose={(part) => void go({ ...chosen(), ...part }, box.current?.value ?? who)}
      />
      {search.user && <OnePerson id={search.user} search={search} />}
      {error && <Notice tone="stop" role="alert" title={failureMessage(error)} />}
      {!data && !error && <Skeleton lines={6} />}
      {data && data.items.length > 0 && (
        <div className={isPlaceholderData ? styles.busy : undefined}>
          <Entries items={data.items} />
        </div>
      )}
      {data?.has_more && limit < maxShown && (
        <Button onClick={() => setLimit(Math.min(limit * 2, maxShown))}>
          <Trans>Show more entries</Trans>
        </Button>
      )}
      {data?.has_more && limit >= maxShown && (
        <p className={styles.note}>
          <Trans>There are more. Choose days, or download the file.</Trans>
        </p>
      )}
      <div role="status">
        {data?.items.length === 0 && !isPlaceholderData && (
          <Card>
            <EmptyState title={<Trans>Nothing found</Trans>}>
              <p>
                <Trans>Try other days, or clear the filters.</Trans>
              </p>
            </EmptyState>
          </Card>
        )}
      </div>
    </Stack>
  );
}

type AuditFieldsProps = {
  search: AuditSearch;
  who: string;
  box: RefObject<HTMLInputElement | null>;
  onWho: (text: string) => void;
  onChoose: (part: AuditSearch) => void;
};

function AuditFields({ search, who, box, onWho, onChoose }: AuditFieldsProps) {
  const { t } = useLingui();
  const { locale } = useFormat();
  const actionName = useActionName();
  const { action = '', from, to } = search;
  const known = auditActions
    .map((value) => ({ value: String(value), label: actionName(value) }))
    .sort((a, b) => compareIn(locale, a.label, b.label));
  const isKnown = action === '' || known.some(({ value }) => value === action);
  return (
    <search className={styles.filters}>
      <div className={styles.pair}>
        <SearchField
          ref={box}
          label={t`Who`}
          placeholder={t`Name or email`}
          maxLength={maxSearchLength}
          value={who}
          onChange={onWho}
        />
        <SelectField
          label={t`Action`}
          labelHidden
          placeholder={t`All actions`}
          options={isKnown ? known : [...known, { value: action, label: action }]}
          value={action}
          onChange={(value) => onChoose({ action: value || undefined })}
        />
      </div>
      <div className={styles.pair}>
        <TextField
          type="date"
          label={t`From`}
          value={from ?? ''}
          max={to ?? today()}
          onChange={(value) => onChoose({ from: value || undefined })}
        />
        <TextField
          type="date"
          label={t`Until`}
          value={to ?? ''}
          min={from}
          max={today()}
          onChange={(value) => onChoose({ to: value || undefined })}
        />
      </div>
    </search>
  );
}

/** Says that only one person's entries are shown, and links to all. */
function OnePerson({ id, search }: { id: string; search: AuditSearch }) {
  const { data } = useQuery(personQuery(id));
  const name = data ? data.person.name || data.person.email : id;
  return (
    <p>
      <Trans>Only what {name} did.</Trans>{' '}
      <Link to={paths.audit({ ...search, user: undefined })} replace preventScrollReset>
        <Trans>Show everybody</Trans>
      </Link>
    </p>
  );
}

function Entries({ items }: { items: readonly AuditEntryShown[] }) {
  const { t } = useLingui();
  const { whole } = useMoment();
  const actionName = useActionName();
  return (
    <Card flush>
      <RecordList aria-label={t`Entries`}>
        {items.map((entry) => (
          <RecordRow
            key={entry.number}
            title={actionName(entry.action)}
            note={
              <>
                <Who entry={entry} />
                <Subject entry={entry} />
              </>
            }
            figure={<span className={styles.light}>{whole(entry.at)}</span>}
            figureNote={entry.outcome !== 'done' && entry.outcome}
          />
        ))}
      </RecordList>
    </Card>
  );
}

function Who({ entry: { who, by_command_line } }: { entry: AuditEntryShown }) {
  if (who) return <bdi translate="no">{who.name ? `${who.name}, ${who.email}` : who.email}</bdi>;
  return by_command_line ? <Trans>Command line</Trans> : <Trans>Somebody unknown</Trans>;
}

/** What it was about: a person by name, or the audit's own words. */
function Subject({ entry: { subject, about } }: { entry: AuditEntryShown }) {
  if (subject === null) return null;
  return (
    <>
      <br />
      <span className={styles.subject}>
        {about ? (
          <Link to={paths.person(about.id)}>{verbatim(about.name || about.email)}</Link>
        ) : (
          verbatim(subject)
        )}
      </span>
    </>
  );
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
  settle: msg`Resolved a transfer`,
  'case-take': msg`Took a case`,
  'case-give-back': msg`Gave a case back`,
  'case-note': msg`Added a team note`,
  'case-correction': msg`Corrected a team note`,
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
  'user-access': msg`Disabled or enabled a person`,
  'user-disable': msg`Disabled a person`,
  'user-password': msg`Set a person’s password`,
  'user-sessions-end': msg`Ended a person’s sessions`,
  'factor-reset': msg`Reset a person’s two-step verification`,
  'person-export': msg`Exported a person’s data`,
  'person-erase': msg`Erased a person`,
};

/** Returns a function from an action to its name; one that has none is named as in the audit. */
function useActionName(): (action: string) => string {
  const { i18n } = useLingui();
  return (action) => {
    const known = auditActions.find((one) => one === action);
    return known ? i18n._(names[known]) : action;
  };
}
