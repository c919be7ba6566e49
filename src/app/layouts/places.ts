import type { MessageDescriptor } from '@lingui/core';
import { msg } from '@lingui/core/macro';
import type { Role } from '../../contract/api/session.ts';
import { paths } from '../router/paths.ts';

export type Place = {
  to: string;
  label: MessageDescriptor;
  /** The addresses that belong to it: itself, and whatever lies under it. */
  holds: RegExp;
};

const quote: Place = { to: paths.quote(), label: msg`Quote`, holds: /^\/(send)?$/ };
// Support comes to a sending by looking it up.
const lookUp: Place = {
  to: paths.support(),
  label: msg`Look up`,
  holds: /^\/(support\/?$|sends\b)/,
};
const health: Place = { to: paths.health(), label: msg`Health`, holds: /^\/support\/health\b/ };
const recipients: Place = {
  to: paths.recipients(),
  label: msg`Recipients`,
  holds: /^\/recipients\b/,
};
const transfers: Place = {
  to: paths.transfers(),
  label: msg`Transfers`,
  holds: /^\/(transfers|sends)\b/,
};
const allTransfers: Place = { ...transfers, holds: /^\/transfers\b/ };

/** Where the navigation leads, by role. */
export const places: Record<Role, Place[]> = {
  sender: [quote, recipients, transfers],
  support: [lookUp, allTransfers, recipients, health],
};
