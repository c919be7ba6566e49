import { Trans, useLingui } from '@lingui/react/macro';
import { useMutation, useQuery, useQueryClient, useSuspenseQuery } from '@tanstack/react-query';
import { type FormEvent, type ReactNode, useRef, useState } from 'react';
import { looksUp } from '../../contract/api/session.ts';
import {
  maxViewNameLength,
  maxViews,
  type View,
  type ViewFilters,
  type Views,
} from '../../contract/api/views.ts';
import { sessionQuery } from '../api/session.ts';
import { changeView, deleteView, saveView, viewsQuery } from '../api/views.ts';
import { useFailureMessage } from '../i18n/failure-message.ts';
import { compareIn } from '../i18n/intl.ts';
import { verbatim } from '../i18n/trans.ts';
import { Button } from '../ui/button.tsx';
import { CopyButton } from '../ui/copy-button.tsx';
import { CloseDialogButton, Dialog } from '../ui/dialog.tsx';
import { Link } from '../ui/link.tsx';
import { Menu } from '../ui/menu.tsx';
import { Skeleton } from '../ui/skeleton.tsx';
import { Row, Stack } from '../ui/stack.tsx';
import { TextField } from '../ui/text-field.tsx';
import { searchPath, viewPath } from './search-link.ts';
import styles from './views-dialog.module.css';

export type ViewsDialogProps = {
  /** What the page shows; null while it looks for nothing. */
  shown: ViewFilters | null;
  /** True if the words are the number of a transfer that the page shows. */
  isTransfer: boolean;
  onClose: () => void;
};

/** Saved views: open, copy a link, save what is shown, rename, share, delete. */
export function ViewsDialog({ shown, isTransfer, onClose }: ViewsDialogProps) {
  const failureMessage = useFailureMessage();
  const { data, error } = useQuery(viewsQuery);
  return (
    <Dialog title={<Trans>Saved views</Trans>} onClose={onClose}>
      {data ? (
        <ViewList items={data.items} isHintShown={!shown} />
      ) : error ? (
        <p role="alert">{failureMessage(error)}</p>
      ) : (
        <Skeleton lines={2} />
      )}
      {shown && <ShownSearch shown={shown} isTransfer={isTransfer} items={data?.items} />}
      <CloseDialogButton wide>
        <Trans>Close</Trans>
      </CloseDialogButton>
    </Dialog>
  );
}

/** One's own views and those that are shared, by name. */
function ViewList({ items, isHintShown }: Views & { isHintShown: boolean }) {
  const { i18n } = useLingui();
  const list = useRef<HTMLDivElement>(null);
  const byName = [...items].sort((a, b) => compareIn(i18n.locale, a.name, b.name));
  return (
    // Takes the focus from a form that goes.
    <div ref={list} tabIndex={-1}>
      {items.length === 0 && isHintShown && (
        <p className={styles.note}>
          <Trans>Search or filter, then save it here under a name.</Trans>
        </p>
      )}
      {items.length > 0 && (
        <ul className={styles.views}>
          {byName.map((view) => (
            <ViewRow key={view.id} view={view} onDone={() => list.current?.focus()} />
          ))}
        </ul>
      )}
    </div>
  );
}

type ViewRowProps = { view: View; onDone: () => void };

/** A view: its link and a menu; or the form that renames it, or the question before it is deleted. */
function ViewRow({ view, onDone }: ViewRowProps) {
  const { t } = useLingui();
  const { user } = useSuspenseQuery(sessionQuery).data;
  const [mode, setMode] = useState<'rename' | 'delete' | null>(null);
  const [copied, setCopied] = useState<boolean>();
  const { id, name, shared, shared_by } = view;
  const address = viewPath(view.filters, id);
  const change = useViewChange(changeView, done);
  const removal = useViewChange(deleteView, done);
  const isSupport = user.role === 'support';

  function done() {
    setMode(null);
    onDone();
  }

  async function copy() {
    try {
      await navigator.clipboard.writeText(window.location.origin + address);
      setCopied(true);
    } catch {
      setCopied(false);
    }
  }

  if (mode === 'rename') {
    return (
      <li className={styles.view}>
        <NameForm
          name={name}
          change={change}
          onSave={(next) => change.mutate({ id, name: next, shared })}
          onCancel={done}
        />
      </li>
    );
  }
  if (mode === 'delete') {
    return (
      <li className={styles.view}>
        <Stack gap="s2" className={styles.edit}>
          <p>
            {shared ? (
              <Trans>Delete {name} for everybody in support?</Trans>
            ) : (
              <Trans>Delete {name}?</Trans>
            )}
          </p>
          <Failure of={removal} />
          <Row>
            <Button pending={removal.isPending} onClick={() => removal.mutate(id)}>
              <Trans>Delete view</Trans>
            </Button>
            <Button variant="quiet" onClick={done}>
              <Trans>Cancel</Trans>
            </Button>
          </Row>
        </Stack>
      </li>
    );
  }
  const isOwn = shared_by === null;
  const share = { key: 'share', onPick: () => change.mutate({ id, name, shared: !shared }) };
  const items = [
    { key: 'copy', label: <Trans>Copy link</Trans>, onPick: () => void copy() },
    ...(isOwn
      ? [{ key: 'rename', label: <Trans>Rename</Trans>, onPick: () => setMode('rename') }]
      : []),
    ...(isOwn && (isSupport || shared)
      ? [
          {
            ...share,
            label: shared ? <Trans>Stop sharing</Trans> : <Trans>Share with support</Trans>,
          },
        ]
      : []),
    ...(isOwn || isSupport
      ? [{ key: 'delete', label: <Trans>Delete</Trans>, onPick: () => setMode('delete') }]
      : []),
  ];
  return (
    <li className={styles.view}>
      <div className={styles.words}>
        <Link to={address} onClick={closeDialogs}>
          {verbatim(name)}
        </Link>
        <ViewNote view={view} isSupport={looksUp(user.role)} />
        <span role="status" className={styles.note}>
          {copied === true && <Trans>Link copied</Trans>}
          {copied === false && <Trans>Could not copy</Trans>}
        </span>
        <Failure of={change} />
      </div>
      <Menu label={t`Options of ${name}`} items={items} />
    </li>
  );
}

/** Where a view looks, and who may open it. A sender has views of one page, which nobody else opens. */
function ViewNote({ view, isSupport }: { view: View; isSupport: boolean }) {
  const { shared, shared_by, filters } = view;
  if (!isSupport) return null;
  return (
    <p className={styles.note}>
      {filters.page === 'support' ? <Trans>Look up</Trans> : <Trans>Transfers</Trans>}
      {' · '}
      {shared_by !== null ? (
        <Trans>Shared by {shared_by}</Trans>
      ) : shared ? (
        <Trans>Shared with support</Trans>
      ) : (
        <Trans>Only you</Trans>
      )}
    </p>
  );
}

type ShownSearchProps = Pick<ViewsDialogProps, 'isTransfer'> & {
  shown: ViewFilters;
  /** Undefined until they are read. */
  items: readonly View[] | undefined;
};

/** What the page shows: a link to it, if the address would name nobody, and the form that saves it. */
function ShownSearch({ shown, isTransfer, items }: ShownSearchProps) {
  const { user } = useSuspenseQuery(sessionQuery).data;
  const [isOpen, setOpen] = useState(false);
  const [shared, setShared] = useState(false);
  // Repeated after a lost answer, it saves the view once.
  const [id, setId] = useState(() => crypto.randomUUID());
  const save = useViewChange(saveView, () => {
    setOpen(false);
    setId(crypto.randomUUID());
  });
  const path = searchPath(shown, isTransfer);
  const isFull = items?.filter(({ shared_by }) => shared_by === null).length === maxViews;

  if (isOpen) {
    return (
      <NameForm
        name=""
        change={save}
        onSave={(name) => save.mutate({ id, name, shared, filters: shown })}
        onCancel={() => setOpen(false)}
      >
        {user.role === 'support' && (
          <label className={styles.choice}>
            <input
              type="checkbox"
              checked={shared}
              onChange={({ currentTarget }) => setShared(currentTarget.checked)}
            />
            <Trans>Share with support</Trans>
          </label>
        )}
      </NameForm>
    );
  }
  return (
    <Stack gap="s2">
      {isFull ? (
        <p className={styles.note}>
          <Trans>You have {maxViews} views. Delete one to save another.</Trans>
        </p>
      ) : (
        path === null && (
          <p className={styles.note}>
            <Trans>Your search may name somebody. Save it to get a link without names.</Trans>
          </p>
        )
      )}
      <Row>
        {!isFull && (
          <Button onClick={() => setOpen(true)}>
            <Trans>Save this view</Trans>
          </Button>
        )}
        {path !== null && (
          <CopyButton text={window.location.origin + path}>
            <Trans>Copy link</Trans>
          </CopyButton>
        )}
      </Row>
    </Stack>
  );
}

type NameFormProps = {
  name: string;
  change: ViewChange;
  onSave: (name: string) => void;
  onCancel: () => void;
  children?: ReactNode;
};

/** Asks for the name of a view. */
function NameForm({ name, change, onSave, onCancel, children }: NameFormProps) {
  const { t } = useLingui();
  const [typed, setTyped] = useState(name);

  function submit(event: FormEvent) {
    event.preventDefault();
    const text = typed.trim();
    if (text !== '') onSave(text);
  }

  return (
    <form onSubmit={submit} className={styles.edit}>
      <Stack gap="s2">
        <TextField
          ref={focus}
          label={t`Name of the view`}
          autoComplete="off"
          required
          maxLength={maxViewNameLength}
          value={typed}
          onChange={(text) => setTyped(text)}
        />
        {children}
        <Failure of={change} />
        <Row>
          <Button type="submit" variant="main" pending={change.isPending}>
            <Trans>Save view</Trans>
          </Button>
          <Button variant="quiet" onClick={onCancel}>
            <Trans>Cancel</Trans>
          </Button>
        </Row>
      </Stack>
    </form>
  );
}

/** This one, and that of the filters below it. */
function closeDialogs() {
  for (const dialog of document.querySelectorAll('dialog')) dialog.close();
}

const focus = (field: HTMLInputElement | null) => field?.focus();

type ViewChange = { isPending: boolean; error: Error | null };

function Failure({ of: { error } }: { of: ViewChange }) {
  const failureMessage = useFailureMessage();
  return error && <p role="alert">{failureMessage(error)}</p>;
}

/** A change of the views, which answers all of them. */
function useViewChange<Body>(send: (body: Body) => Promise<Views>, onDone: () => void) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: send,
    onSuccess: (views) => {
      client.setQueryData(viewsQuery.queryKey, views);
      onDone();
    },
    // The answer may have been lost, or the view be gone.
    onError: () => client.invalidateQueries(viewsQuery),
  });
}
