import type { ComponentType } from 'react';
import { useParams } from 'react-router-dom';
import { NotFound } from '../layouts/page-error.tsx';
import { Link } from '../ui/link.tsx';
import { PageHead } from '../ui/page-head.tsx';
import { Stack } from '../ui/stack.tsx';
import {
  AmountFieldStories,
  ButtonStories,
  ComboboxStories,
  FieldStories,
  MenuStories,
  SelectStories,
  TabsStories,
} from './control-stories.tsx';
import {
  AvatarStories,
  DialogStories,
  EmptyStateStories,
  ErrorSummaryStories,
  NoticeStories,
  RecordListStories,
  SkeletonStories,
  StatusBadgeStories,
  SummaryListStories,
  TableStories,
  TilesStories,
  TimelineStories,
  TipStories,
} from './display-stories.tsx';
import styles from './page.module.css';

/** The stories by the part's name in the path. */
const stories: Record<string, ComponentType> = {
  button: ButtonStories,
  field: FieldStories,
  'amount-field': AmountFieldStories,
  combobox: ComboboxStories,
  select: SelectStories,
  menu: MenuStories,
  tabs: TabsStories,
  dialog: DialogStories,
  avatar: AvatarStories,
  'status-badge': StatusBadgeStories,
  timeline: TimelineStories,
  tiles: TilesStories,
  table: TableStories,
  'record-list': RecordListStories,
  'summary-list': SummaryListStories,
  notice: NoticeStories,
  tip: TipStories,
  'error-summary': ErrorSummaryStories,
  'empty-state': EmptyStateStories,
  skeleton: SkeletonStories,
};

/** The UI parts on their own, in development only. */
export function Page() {
  const { part } = useParams();
  return (
    <main className={styles.page}>
      {part === undefined ? <AllParts /> : <OnePart part={part} />}
    </main>
  );
}

function AllParts() {
  return (
    <Stack gap="s3">
      <title>Parts · Giro</title>
      <PageHead title="Parts" />
      {Object.keys(stories).map((part) => (
        <Link key={part} to={`/ui/${part}`}>
          {part}
        </Link>
      ))}
    </Stack>
  );
}

function OnePart({ part }: { part: string }) {
  const Stories = Object.hasOwn(stories, part) ? stories[part] : undefined;
  if (!Stories) return <NotFound />;
  return (
    <Stack gap="s5">
      <title>{`${part} · Giro`}</title>
      <PageHead title={part} back={{ to: '/ui', label: 'All parts' }} />
      <Stories />
    </Stack>
  );
}
