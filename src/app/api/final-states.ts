import type { QueryClient } from '@tanstack/react-query';
import { isFinal } from '../../contract/transfer-state.ts';

/** In the cache, so that it is forgotten with the rest of the person. */
const finalStatesKey = ['final-states'];

function finalStates(client: QueryClient): Map<string, string> {
  const known = client.getQueryData<Map<string, string>>(finalStatesKey);
  if (known) return known;
  const none = new Map<string, string>();
  client.setQueryDefaults(finalStatesKey, { gcTime: Number.POSITIVE_INFINITY });
  client.setQueryData(finalStatesKey, none);
  return none;
}

/**
 * The one way of a transfer into the cache, whoever tells of it and however late: what was seen to
 * have ended stays so (contract 3 knows no way back), and any other state is taken as it came.
 */
export function keepFinal<Row extends { id: string; state: string }>(
  client: QueryClient,
  row: Row,
): Row {
  const ended = finalStates(client);
  if (isFinal(row.state)) {
    ended.set(row.id, row.state);
    return row;
  }
  const state = ended.get(row.id);
  return state === undefined ? row : { ...row, state };
}
