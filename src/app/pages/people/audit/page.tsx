import { Trans, useLingui } from '@lingui/react/macro';
import { useMutation } from '@tanstack/react-query';
import { type RefObject, useRef } from 'react';
import { useLoaderData, useNavigate } from 'react-router-dom';
import * as z from 'zod/mini';
import { type AuditEntryShown, auditActions } from '../../../../contract/api/audit.ts';
import { readRecord } from '../../../../contract/api/audit-subject.ts';
import { maxSearchLength } from '../../../../contract/api/wire.ts';
import { usePages } from '../../../api/list-pages.ts';
import { auditEntries, readAuditFile } from '../../../api/people.ts';
import { PageTitle } from '../../../brand/page-title.tsx';
import { useFailureMessage } from '../../../i18n/failure-message.ts';
import { compareIn, today } from '../../../i18n/intl.ts';
import { useFormat } from '../../../i18n/use-format.ts';
import { ownState, useOwnState } from '../../../router/entry-state.ts';
import { paths } from '../../../router/paths.ts';
import { useDestination } from '../../../router/use-destination.ts';
import { useTypedSearch } from '../../../router/use-typed-search.ts';
import { Button } from '../../../ui/button.tsx';
import { DayField } from '../../../ui/day-field.tsx';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { Link } from '../../../ui/link.tsx';
import { Notice } from '../../../ui/notice.tsx';
import { PageHead } from '../../../ui/page-head.tsx';
import { saveFile } from '../../../ui/save-file.ts';
import { SelectField } from '../../../ui/select-field.tsx';
import { Skeleton } from '../../../ui/skeleton.tsx';
import { Stack } from '../../../ui/stack.tsx';
import { SearchField } from '../../../ui/text-field.tsx';
import styles from '../people.module.css';
import { Entries, useActionName } from './entries.tsx';
import { type AuditSearch, type AuditTexts, auditFiltersOf, parseAuditSearch } from './loader.ts';

const text = z.string().check(z.maxLength(maxSearchLength));
const entryState = z.object({ who: text, record: text });

/** Who did what, and when: the latest first. */
export function Page() {
  const { t } = useLingui();
  const failureMessage = useFailureMessage();
  const search = useLoaderData<AuditSearch>();
  const navigate = useNavigate();
  // A name is no part of the URL, which is kept and shared; the history entry has what was typed.
  const searched = useOwnState(entryState) ?? { who: '', record: search.subject ?? '' };
  const whoBox = useRef<HTMLInputElement>(null);
  const recordBox = useRef<HTMLInputElement>(null);
  const filters = auditFiltersOf(search, searched);
  const destination = useDestination();
  // Of two choices in a row, the second keeps the first, which may not be rendered yet.
  const chosen = () => parseAuditSearch(destination().search) ?? search;
  const [who, typeWho] = useTypedSearch(whoBox, searched.who, () => go(chosen()));
  const [record, typeRecord] = useTypedSearch(recordBox, searched.record, () => go(chosen()));
  const entries = usePages(auditEntries(filters), (page) => page.items);
  const { items, error, isPlaceholderData } = entries;
  const file = useMutation({
    mutationFn: readAuditFile,
    onSuccess: ({ name, content }) => saveFile(name, content),
  });

  function go(next: AuditSearch) {
    const texts: AuditTexts = {
      who: whoBox.current?.value ?? who,
      record: recordBox.current?.value ?? record,
    };
    const subject = readRecord(texts.record)?.text;
    const options = { state: ownState(texts), replace: true, preventScrollReset: true };
    return navigate(paths.audit({ ...next, subject }), options);
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
        {...{ search, who, record, whoBox, recordBox }}
        onWho={typeWho}
        onRecord={typeRecord}
        onChoose={(part) => void go({ ...chosen(), ...part })}
      />
      {search.user && <OnePerson who={items?.[0]?.who ?? null} search={search} />}
      {error && <Notice tone="stop" role="alert" title={failureMessage(error)} />}
      {!items && !error && <Skeleton lines={6} />}
      {items && items.length > 0 && (
        <div className={isPlaceholderData ? styles.busy : undefined}>
          <Entries items={items} isFolded={!search.action} hasMore={entries.hasNextPage} />
        </div>
      )}
      {entries.hasNextPage && (
        <Button pending={entries.isFetchingNextPage} onClick={entries.showMore}>
          <Trans>Show more entries</Trans>
        </Button>
      )}
      <div role="status">
        {items?.length === 0 && !isPlaceholderData && (
          <EmptyState title={<Trans>Nothing found</Trans>}>
            <p>
              {searched.record.trim() !== '' && !readRecord(searched.record) ? (
                <Trans>Type a number, a reference or a link of a record.</Trans>
              ) : (
                <Trans>Try other days, or clear the filters.</Trans>
              )}
            </p>
          </EmptyState>
        )}
      </div>
    </Stack>
  );
}

type AuditFieldsProps = {
  search: AuditSearch;
  who: string;
  record: string;
  whoBox: RefObject<HTMLInputElement | null>;
  recordBox: RefObject<HTMLInputElement | null>;
  onWho: (text: string) => void;
  onRecord: (text: string) => void;
  onChoose: (part: AuditSearch) => void;
};

/** No action is named so. */
const noLookUps = 'without look-ups';

function AuditFields(props: AuditFieldsProps) {
  const { search, who, record, whoBox, recordBox, onWho, onRecord, onChoose } = props;
  const { t } = useLingui();
  const { locale } = useFormat();
  const actionName = useActionName();
  const { action = '', without, from, to } = search;
  const known = auditActions
    .map((value) => ({ value: String(value), label: actionName(value) }))
    .sort((a, b) => compareIn(locale, a.label, b.label));
  const isKnown = action === '' || known.some(({ value }) => value === action);
  const options = isKnown ? known : [...known, { value: action, label: action }];

  return (
    <search className={styles.trio}>
      <SearchField
        ref={recordBox}
        label={t`Record`}
        placeholder={t`Number or reference`}
        maxLength={maxSearchLength}
        value={record}
        onChange={onRecord}
      />
      <div className={styles.pair}>
        <SearchField
          ref={whoBox}
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
          options={[{ value: noLookUps, label: t`All but look-ups` }, ...options]}
          value={without ? noLookUps : action}
          onChange={(value) =>
            onChoose(
              value === noLookUps
                ? { action: undefined, without: 'look-ups' }
                : { action: value || undefined, without: undefined },
            )
          }
        />
      </div>
      <div className={styles.pair}>
        <DayField
          label={t`From`}
          day={from}
          max={to ?? today()}
          onChange={(day) => onChoose({ from: day })}
        />
        <DayField
          label={t`Until`}
          day={to}
          min={from}
          max={today()}
          onChange={(day) => onChoose({ to: day })}
        />
      </div>
    </search>
  );
}

/** Says that only one person's entries are shown, and links to all. */
function OnePerson({ who, search }: { who: AuditEntryShown['who']; search: AuditSearch }) {
  const name = who?.name || who?.email;
  return (
    <p>
      {name ? <Trans>Only what {name} did.</Trans> : <Trans>Only what one person did.</Trans>}{' '}
      <Link to={paths.audit({ ...search, user: undefined })} replace preventScrollReset>
        <Trans>Show everybody</Trans>
      </Link>
    </p>
  );
}
