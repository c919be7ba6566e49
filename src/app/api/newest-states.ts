import type { QueryClient } from '@tanstack/react-query';

/** In the cache, so that it is forgotten with the rest of the person. */
const newestStatesKey = ['newest-states'];

type Seen = { state: string; at: number };

function newestStates(client: QueryClient): Map<string, Seen> {
  const known = client.getQueryData<Map<string, Seen>>(newestStatesKey);
  if (known) return known;
  const none = new Map<string, Seen>();
  client.setQueryDefaults(newestStatesKey, { gcTime: Number.POSITIVE_INFINITY });
  client.setQueryData(newestStatesKey, none);
  return none;
}

/**
 * The one way of a transfer into the cache, whoever tells of it and however late: the state of the later
 * read of the service counts. What it is makes no difference, for contract 3 shows no transitions.
 * @param as_of when the read that tells the row began
 */
export function keepNewest<Row extends { id: string; state: string }>(
  client: QueryClient,
  row: Row,
  as_of: string,
): Row {
  const seen = newestStates(client);
  const at = Date.parse(as_of);
  const known = seen.get(row.id);
  if (known && known.at > at) return { ...row, state: known.state };
  seen.set(row.id, { state: row.state, at });
  return row;
}
