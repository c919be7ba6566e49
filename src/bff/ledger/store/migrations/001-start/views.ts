/** Filters that people saved under a name. */
export const viewsTables = [
  `create table saved_views (
    id text primary key,
    user_id text not null references users(id),
    name text not null,
    shared integer not null,
    filters text not null,
    created_at text not null
  )`,
  'create index saved_views_user on saved_views (user_id)',
  'create index saved_views_shared on saved_views (created_at) where shared = 1',
];
