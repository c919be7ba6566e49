import { useState } from 'react';
import { AmountField } from '../ui/amount-field.tsx';
import { Button, ButtonLink } from '../ui/button.tsx';
import { ChoiceChips } from '../ui/chips.tsx';
import { Combobox } from '../ui/combobox.tsx';
import { CopyButton } from '../ui/copy-button.tsx';
import { Menu } from '../ui/menu.tsx';
import { PasswordField } from '../ui/password-field.tsx';
import { SelectField } from '../ui/select-field.tsx';
import { Row } from '../ui/stack.tsx';
import { Tabs } from '../ui/tabs.tsx';
import { TextField } from '../ui/text-field.tsx';
import { Story } from './story.tsx';

const currencies = ['CLP', 'COP', 'USD'].map((value) => ({ value, label: value }));
const places = ['Argentina', 'Brasil', 'Colombia', 'España', 'Perú'];
const choices = places.map((label) => ({ value: label, label }));

export function ButtonStories() {
  return (
    <>
      <Story name="Main, plain, quiet">
        <Row>
          <Button variant="main">Send</Button>
          <Button>Duplicate</Button>
          <Button variant="quiet">Show</Button>
          <CopyButton text="9061" />
        </Row>
      </Story>
      <Story name="Pending, disabled, a link">
        <Row>
          <Button variant="main" pending>
            Send
          </Button>
          <Button disabled>Send</Button>
          <ButtonLink to="/ui">Start</ButtonLink>
        </Row>
      </Story>
      <Story name="Wide">
        <Button variant="main" wide>
          Continue
        </Button>
      </Story>
    </>
  );
}

export function FieldStories() {
  return (
    <>
      <Story name="Label, hint, optional">
        <TextField label="City" hint="Where the bank is" optional />
      </Story>
      <Story name="Warning and error">
        <TextField label="IBAN" warning="One digit may be wrong" defaultValue="ES91 2100" />
        <TextField label="Email" error="Enter the email address." />
      </Story>
      <Story name="Password">
        <PasswordField label="Password" />
      </Story>
      <Story name="Read only, disabled, a date">
        <TextField label="Email" readOnly defaultValue="ana@example.com" />
        <TextField label="Bank" disabled />
        <TextField label="Birth date" type="date" />
      </Story>
    </>
  );
}

export function AmountFieldStories() {
  const [text, setText] = useState('100,000');
  const [currency, setCurrency] = useState('CLP');
  return (
    <>
      <Story name="With a choice of currency">
        <AmountField
          label="You send"
          value={text}
          onChange={setText}
          currency={currency}
          currencies={currencies}
          onCurrencyChange={setCurrency}
          currencyLabel="Currency you send"
        />
      </Story>
      <Story name="Long, pending, wrong">
        <AmountField
          label="Recipient gets"
          value="4,241,827,164,788,677,160.54"
          onChange={setText}
          currency="COP"
        />
        <AmountField
          label="Recipient gets"
          value="429,801.00"
          onChange={setText}
          currency="COP"
          pending
        />
        <AmountField
          label="You send"
          value="1,5,0"
          onChange={setText}
          currency="CLP"
          error="Write the amount in figures"
        />
      </Story>
    </>
  );
}

export function ComboboxStories() {
  const [value, setValue] = useState('');
  return (
    <Story name="Found by typing any part">
      <Combobox label="Country" items={choices} value={value} onChange={setValue} />
      <Combobox label="Bank" items={[]} value="" onChange={setValue} error="Choose the bank." />
    </Story>
  );
}

export function SelectStories() {
  const [chip, setChip] = useState('Perú');
  return (
    <>
      <Story name="Native, for a few">
        <SelectField label="ID type" options={choices} placeholder="Choose" />
      </Story>
      <Story name="One of a few, all in sight">
        <ChoiceChips label="Account type" options={choices} value={chip} onChange={setChip} />
      </Story>
    </>
  );
}

export function TabsStories() {
  const [place, setPlace] = useState('Perú');
  return (
    <Story name="Views of the same, one at a time">
      <Tabs
        label="Country"
        tabs={places.map((label) => ({ value: label, label, panel: `What goes to ${label}` }))}
        value={place}
        onChange={setPlace}
      />
    </Story>
  );
}

export function MenuStories() {
  return (
    <Story name="What is done more rarely">
      <Row between>
        Transfer 9061
        <Menu
          label="More"
          items={[
            { key: 'copy', label: 'Copy the link', onPick: () => {} },
            { key: 'all', label: 'All parts', to: '/ui' },
          ]}
        />
      </Row>
    </Story>
  );
}
