import { Trans, useLingui } from '@lingui/react/macro';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type FormEvent, type ReactNode, useId, useState } from 'react';
import {
  type NewsSettings,
  type NewsSettingsRequest,
  type NewsTopic,
  newsTopics,
} from '../../../../contract/api/news.ts';
import type { Role } from '../../../../contract/api/session.ts';
import { newsSettingsQuery, saveNewsSettings } from '../../../api/news.ts';
import { EarlyForm, useEarlyEntry } from '../../../hydration/hydrated-part.tsx';
import { useFailureMessage } from '../../../i18n/failure-message.ts';
import { Button } from '../../../ui/button.tsx';
import { Row, Stack } from '../../../ui/stack.tsx';
import { TextField } from '../../../ui/text-field.tsx';
import styles from '../settings.module.css';
import { topicsOf } from '../settings-frame.tsx';

type NewsFormProps = { settings: NewsSettings; role: Role };

/** What a person is told, by which way, and when not. The inputs keep themselves until Save. */
export function NewsForm({ settings, role }: NewsFormProps) {
  const client = useQueryClient();
  const failureMessage = useFailureMessage();
  const save = useMutation({
    mutationFn: saveNewsSettings,
    onSuccess: (saved) => client.setQueryData(newsSettingsQuery.queryKey, saved),
  });
  const quietId = useId();
  const [isQuiet, setQuiet] = useState(settings.quiet !== null);
  useEarlyEntry(quietId, isQuiet ? 'on' : '', (entered) => setQuiet(entered === 'on'));
  const zone = settings.time_zone?.replaceAll('_', ' ') ?? 'UTC';

  function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    if (!save.isPending) save.mutate(requestOf(new FormData(event.currentTarget), settings, role));
  }

  return (
    <EarlyForm onSubmit={submit} onChange={() => save.reset()}>
      <Stack>
        {topicsOf[role].map((topic) => (
          <fieldset key={topic} className={styles.topic}>
            <legend>
              <TopicName topic={topic} />
            </legend>
            <Row>
              <Tick name={`${topic}.mail`} checked={settings.choices[topic].mail}>
                <Trans>Email</Trans>
              </Tick>
              <Tick name={`${topic}.push`} checked={settings.choices[topic].push}>
                <Trans>Notification</Trans>
              </Tick>
            </Row>
          </fieldset>
        ))}
        {role === 'sender' && (
          <p className={styles.note}>
            <Trans>If you saw here how a transfer ended, we only leave out the notification.</Trans>
          </p>
        )}
        <fieldset className={styles.topic}>
          <legend>
            <Trans>Quiet hours</Trans>
          </legend>
          <Stack gap="s3">
            <Tick id={quietId} name="quiet" checked={settings.quiet !== null} onChange={setQuiet}>
              <Trans>Wait until the end of my quiet hours</Trans>
            </Tick>
            <Row>
              <Time name="from" value={settings.quiet?.from ?? '22:00'} disabled={!isQuiet} />
              <Time name="to" value={settings.quiet?.to ?? '07:00'} disabled={!isQuiet} />
            </Row>
            <p className={styles.note}>
              <Trans>Your time zone: {zone}</Trans>
            </p>
          </Stack>
        </fieldset>
        <p className={styles.note}>
          <Trans>We always email you about new sign-ins and password changes.</Trans>
        </p>
        <Row>
          <Button type="submit" variant="main" pending={save.isPending}>
            <Trans>Save</Trans>
          </Button>
          <span role="status" className={styles.note}>
            {save.isSuccess && <Trans>Saved</Trans>}
          </span>
        </Row>
        {save.error && <p role="alert">{failureMessage(save.error)}</p>}
      </Stack>
    </EarlyForm>
  );
}

function TopicName({ topic }: { topic: NewsTopic }) {
  switch (topic) {
    case 'transfers':
      return <Trans>A transfer is completed or rejected</Trans>;
    case 'attention':
      return <Trans>A transfer is not confirmed</Trans>;
    case 'review':
      return <Trans>Transfers need review</Trans>;
  }
}

type TickProps = {
  id?: string;
  name: string;
  checked: boolean;
  onChange?: (isOn: boolean) => void;
  children: ReactNode;
};

function Tick({ id, name, checked, onChange, children }: TickProps) {
  return (
    <label className={styles.tick}>
      <input
        id={id}
        type="checkbox"
        name={name}
        defaultChecked={checked}
        onChange={onChange && ((event) => onChange(event.currentTarget.checked))}
      />
      <span>{children}</span>
    </label>
  );
}

type TimeProps = { name: 'from' | 'to'; value: string; disabled: boolean };

function Time({ name, value, disabled }: TimeProps) {
  const { t } = useLingui();
  const label = name === 'from' ? t`From` : t`Until`;
  return (
    <TextField
      type="time"
      name={name}
      label={label}
      defaultValue={value}
      required
      disabled={disabled}
    />
  );
}

/** What the form holds; topics of the other role stay as they are. */
function requestOf(form: FormData, { choices }: NewsSettings, role: Role): NewsSettingsRequest {
  const waysOf = (topic: NewsTopic) =>
    topicsOf[role].includes(topic)
      ? { mail: form.has(`${topic}.mail`), push: form.has(`${topic}.push`) }
      : choices[topic];
  const [transfers, attention, review] = newsTopics;
  return {
    choices: {
      transfers: waysOf(transfers),
      attention: waysOf(attention),
      review: waysOf(review),
    },
    quiet: form.has('quiet')
      ? { from: String(form.get('from')), to: String(form.get('to')) }
      : null,
  };
}
