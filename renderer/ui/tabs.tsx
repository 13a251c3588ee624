import { Tabs as Base } from '@base-ui/react/tabs';
import { useState, type ReactElement, type ReactNode } from 'react';
import css from './tabs.module.css';

interface TabItem<Id extends string> {
  id: Id;
  label: string;
  icon?: ReactNode;
  /** Shown after the label: a count, a dot. */
  mark?: ReactNode;
  content: ReactNode;
  /** Once it has been shown it stays mounted while another tab is (scroll, search text). */
  keepMounted?: boolean;
}

export interface TabsProps<Id extends string> {
  label: string;
  value: Id;
  onValueChange: (value: Id) => void;
  items: readonly TabItem<Id>[];
  /** Where there is little room, tabs that are not shown are their icons; with enough of it no tab has one. */
  folds?: boolean;
  /** Buttons at the end of the tab row. */
  end?: ReactNode;
}

/** Tabs over a panel that fills what is left. */
export function Tabs<Id extends string>({
  label,
  value,
  onValueChange,
  items,
  folds = false,
  end,
}: TabsProps<Id>): ReactElement {
  const [visited, setVisited] = useState<ReadonlySet<Id>>(new Set([value]));
  if (!visited.has(value)) setVisited(new Set([...visited, value]));
  return (
    <Base.Root value={value} onValueChange={(next) => onValueChange(next as Id)} className={css['root']}>
      <div className={css['list']} data-folds={folds || undefined}>
        <Base.List aria-label={label} activateOnFocus style={{ display: 'flex', gap: 2, minWidth: 0 }}>
          {items.map((item) => (
            <Base.Tab
              key={item.id}
              value={item.id}
              className={css['tab']}
              title={folds ? item.label : undefined}
            >
              {item.icon}
              {folds ? <span className={css['label']}>{item.label}</span> : item.label}
              {item.mark}
            </Base.Tab>
          ))}
        </Base.List>
        {end ? <div className={css['end']}>{end}</div> : null}
      </div>
      {items.map((item) => (
        <Base.Panel
          key={item.id}
          value={item.id}
          keepMounted={item.keepMounted}
          tabIndex={-1}
          className={css['panel']}
        >
          {visited.has(item.id) ? item.content : null}
        </Base.Panel>
      ))}
    </Base.Root>
  );
}
