import { useQueryClient } from '@tanstack/react-query';
import { settingsQuery } from '../api/session.ts';
import { spokenLocale } from '../i18n/own-locale.ts';
import { Tip } from '../ui/tip.tsx';

/** What the operator says of the cost, as the service names no fee (contract 2.7); nothing when they say nothing. */
export function CostNote() {
  // Every loader fetches the settings.
  const notes = useQueryClient().getQueryData(settingsQuery.queryKey)?.cost_note;
  return notes && <Tip icon="receipt">{notes[spokenLocale()]}</Tip>;
}
