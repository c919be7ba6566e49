import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { type RefObject, useRef, useState } from 'react';
import { useLoaderData, useNavigate } from 'react-router-dom';
import * as z from 'zod/mini';
import { type Person, personStatuses } from '../../../../contract/api/people.ts';
import { roles } from '../../../../contract/api/session.ts';
import { maxSearchLength } from '../../../../contract/api/wire.ts';
import { Avatar } from '../../../accounts/avatar.tsx';
import { peopleQuery } from '../../../api/people.ts';
import { PageTitle } from '../../../brand/page-title.tsx';
import { useFailureMessage } from '../../../i18n/failure-message.ts';
import { verbatim } from '../../../i18n/trans.ts';
import { useFormat } from '../../../i18n/use-format.ts';
import { ownState, useOwnState } from '../../../router/entry-state.ts';
import { paths } from '../../../router/paths.ts';
import { useDestination } from '../../../router/use-destination.ts';
import { useTypedSearch } from '../../../router/use-typed-search.ts';
import { Button, ButtonLink } from '../../../ui/button.tsx';
import { Card } from '../../../ui/card.tsx';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { Notice } from '../../../ui/notice.tsx';
import { PageHead } from '../../../ui/page-head.tsx';
import { RecordList, RecordRow } from '../../../ui/record-list.tsx';
import { SelectField } from '../../../ui/select-field.tsx';
import { Skeleton } from '../../../ui/skeleton.tsx';
import { Stack } from '../../../ui/stack.tsx';
import { SearchField } from '../../../ui/text-field.tsx';
import styles from '../people.module.css';
import { StatusWord, useRoleName, useStatusName } from '../person-words.tsx';

const step = 50;
const entryState = z.object({ q: z.string().check(z.maxLength(maxSearchLength)) });

/** Everybody with an account, found by name, email, role and status. */
export function Page() {
  const { t } = useLingui();
  const failureMessage = useFailureMessage();
  const filters = useLoaderData<string>();
  const navigate = useNavigate();
  // A name is no part of the URL, which is kept and shared; the history entry has it.
  const q = useOwnState(entryState)?.q ?? '';
  const box = useRef<HTMLInputElement>(null);
  const [limit, setLimit] = useState(step);
  const found = useQuery(peopleQuery(filters, q.trim(), limit));
  const { data, error, isPlaceholderData } = found;
  const destination = useDestination();
  const [text, type] = useTypedSearch(box, q, (typed) => go(chosen(), typed));

  // Of two choices in a row, the second keeps the first, which may not be rendered yet.
  const chosen = () => new URLSearchParams(destination().search);

  function go(next: URLSearchParams, typed: string) {
    setLimit(step);
    return navigate(paths.people(Object.fromEntries(next)), {
      state: ownState({ q: typed }),
      replace: true,
      preventScrollReset: true,
    });
  }

  function choose(name: 'role' | 'status', value: string) {
    const next = chosen();
    next.set(name, value);
    void go(next, box.current?.value ?? text);
  }

  return (
    <Stack>
      <PageTitle>{t`People`}</PageTitle>
      <PageHead
        title={<Trans>People</Trans>}
        side={
          <ButtonLink to={paths.invite()} variant="main">
            <Trans>Invite</Trans>
          </ButtonLink>
        }
      />
      {data?.lacks_approvers && (
        <Notice tone="wait" title={<Trans>Nobody can approve transfers</Trans>}>
          <Trans>Large transfers are not sent. Give somebody the role Approver.</Trans>
        </Notice>
      )}
      <PeopleFilters filters={filters} text={text} box={box} onType={type} onChoose={choose} />
      {error && <Notice tone="stop" role="alert" title={failureMessage(error)} />}
      <p role="status" className={styles.note}>
        {data && !isPlaceholderData && (
          <Plural value={data.total} one="# person" other="# people" />
        )}
      </p>
      {!data && !error && <Skeleton lines={6} />}
      {data && data.total > 0 && (
        <div className={isPlaceholderData ? styles.busy : undefined}>
          <PeopleRows items={data.items} total={data.total} onMore={() => setLimit(limit + step)} />
        </div>
      )}
      {data?.total === 0 && (
        <EmptyState title={<Trans>Nobody found</Trans>}>
          <p>
            <Trans>Try part of a name or email, or clear the filters.</Trans>
          </p>
        </EmptyState>
      )}
    </Stack>
  );
}

type PeopleFiltersProps = {
  filters: string;
  text: string;
  box: RefObject<HTMLInputElement | null>;
  onType: (text: string) => void;
  onChoose: (name: 'role' | 'status', value: string) => void;
};

function PeopleFilters({ filters, text, box, onType, onChoose }: PeopleFiltersProps) {
  const { t } = useLingui();
  const roleName = useRoleName();
  const statusName = useStatusName();
  const chosen = new URLSearchParams(filters);
  return (
    <search className={styles.filters}>
      <SearchField
        ref={box}
        label={t`Search`}
        placeholder={t`Name or email`}
        maxLength={maxSearchLength}
        value={text}
        onChange={onType}
      />
      <div className={styles.pair}>
        <SelectField
          label={t`Role`}
          placeholder={t`All roles`}
          options={roles.map((role) => ({ value: role, label: roleName(role) }))}
          value={chosen.get('role') ?? ''}
          onChange={(value) => onChoose('role', value)}
        />
        <SelectField
          label={t`Status`}
          placeholder={t`All`}
          options={personStatuses.map((status) => ({ value: status, label: statusName(status) }))}
          value={chosen.get('status') ?? ''}
          onChange={(value) => onChoose('status', value)}
        />
      </div>
    </search>
  );
}

type PeopleRowsProps = { items: readonly Person[]; total: number; onMore: () => void };

function PeopleRows({ items, total, onMore }: PeopleRowsProps) {
  const { t } = useLingui();
  const { whole } = useFormat();
  const roleName = useRoleName();
  const [some, all] = [whole(items.length), whole(total)];
  return (
    <Stack gap="s2">
      <Card flush>
        <RecordList aria-label={t`People`}>
          {items.map(({ id, name, email, role, status }) => (
            <RecordRow
              key={id}
              to={paths.person(id)}
              lead={<Avatar id={id} alias={name || email} />}
              title={verbatim(name || email)}
              note={name && verbatim(email)}
              figure={<span className={styles.light}>{roleName(role)}</span>}
              mark={status !== 'active' && <StatusWord status={status} />}
            />
          ))}
        </RecordList>
      </Card>
      {items.length < total && (
        <>
          <p className={styles.note}>
            <Trans>
              Showing {some} of {all}
            </Trans>
          </p>
          <Button onClick={onMore}>
            <Trans>Show more people</Trans>
          </Button>
        </>
      )}
    </Stack>
  );
}
