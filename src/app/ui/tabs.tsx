import { type KeyboardEvent, type ReactNode, useId } from 'react';
import { rovingTabindex } from './roving-tabindex.ts';
import styles from './tabs.module.css';

type Tab = { value: string; label: string; panel: ReactNode };

type TabsProps = {
  /** What the tabs show, for screen readers. */
  label: string;
  tabs: readonly Tab[];
  /** The chosen tab. */
  value: string;
  onChange: (value: string) => void;
};

/** Shows one view at a time (ARIA pattern 'tabs', activated by the arrow keys). */
export function Tabs({ label, tabs, value, onChange }: TabsProps) {
  const id = useId();

  function press(event: KeyboardEvent<HTMLDivElement>) {
    const at = tabs.findIndex((tab) => tab.value === value);
    const to = rovingTabindex(event.key, ['ArrowLeft', 'ArrowRight'], at, tabs.length);
    const tab = to === undefined ? undefined : tabs[to];
    if (!tab) return;
    event.preventDefault();
    onChange(tab.value);
    document.getElementById(`${id}-${tab.value}`)?.focus();
  }

  return (
    <div>
      <div role="tablist" aria-label={label} className={styles.list} onKeyDown={press}>
        {tabs.map((tab) => (
          <button
            key={tab.value}
            type="button"
            role="tab"
            id={`${id}-${tab.value}`}
            aria-selected={tab.value === value}
            aria-controls={`${id}-${tab.value}-panel`}
            tabIndex={tab.value === value ? 0 : -1}
            className={styles.tab}
            onClick={() => onChange(tab.value)}
          >
            {tab.label}
          </button>
        ))}
      </div>
      {tabs.map((tab) => (
        <div
          key={tab.value}
          role="tabpanel"
          id={`${id}-${tab.value}-panel`}
          aria-labelledby={`${id}-${tab.value}`}
          // biome-ignore lint/a11y/noNoninteractiveTabindex: Tab moves from the tab to its panel
          tabIndex={0}
          hidden={tab.value !== value}
          className={styles.panel}
        >
          {tab.panel}
        </div>
      ))}
    </div>
  );
}
