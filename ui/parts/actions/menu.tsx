import { Menu as Base } from '@base-ui/react/menu'
import type { ReactElement, ReactNode } from 'react'
import { Link } from 'react-router-dom'
import popup from '../overlay/popup.module.css'

interface Line {
  label: string
  /** Below the label: a description, or why it is disabled. */
  text?: string
  icon?: ReactNode
}

export type MenuEntry =
  | (Line & {
      kind: 'action'
      danger?: boolean
      disabled?: boolean
      /** Why it cannot be chosen; part of its accessible name. */
      blocked?: string | undefined
      onChoose: () => void
    })
  | (Line & { kind: 'link'; to: string })
  | (Line & { kind: 'outside'; href: string; sameTab?: boolean })
  | { kind: 'choice'; label: string; icon?: ReactNode; chosen: boolean; onChoose: () => void }
  | { kind: 'heading'; label: ReactNode }
  | { kind: 'divider' }

type MenuProps = {
  trigger: ReactElement
  entries: MenuEntry[]
  align?: 'start' | 'center' | 'end'
  defaultOpen?: boolean
  onOpenChange?: (open: boolean) => void
}

export const Menu = ({ trigger, entries, align = 'end', defaultOpen = false, onOpenChange }: MenuProps) => (
  <Base.Root defaultOpen={defaultOpen} {...(onOpenChange && { onOpenChange })}>
    <Base.Trigger render={trigger} />
    <Base.Portal role="region" aria-label="Menu">
      <Base.Positioner className={popup.positioner} positionMethod="fixed" align={align} sideOffset={6}>
        <Base.Popup className={popup.popup}>
          {entries.map((entry, index) => (
            <MenuLine key={'label' in entry && typeof entry.label === 'string' ? entry.label : index} entry={entry} />
          ))}
        </Base.Popup>
      </Base.Positioner>
    </Base.Portal>
  </Base.Root>
)

const MenuLine = ({ entry }: { entry: MenuEntry }) => {
  switch (entry.kind) {
    case 'divider':
      return <Base.Separator className={popup.divider} />
    case 'heading':
      return <div className={popup.heading}>{entry.label}</div>
    case 'link':
      return (
        <Base.Item className={popup.item} render={<Link to={entry.to} />}>
          <MenuItemContent {...entry} />
        </Base.Item>
      )
    case 'outside':
      return (
        <Base.LinkItem
          className={popup.item}
          href={entry.href}
          {...(!entry.sameTab && { target: '_blank', rel: 'noreferrer' })}
          closeOnClick
        >
          <MenuItemContent {...entry} />
        </Base.LinkItem>
      )
    case 'choice':
      return (
        <Base.CheckboxItem className={popup.item} checked={entry.chosen} onCheckedChange={entry.onChoose} closeOnClick>
          {entry.icon}
          {entry.label}
          <Base.CheckboxItemIndicator className={popup.tick}>✓</Base.CheckboxItemIndicator>
        </Base.CheckboxItem>
      )
    case 'action':
      return (
        <Base.Item
          className={popup.item}
          data-danger={entry.danger || undefined}
          disabled={entry.disabled || entry.blocked !== undefined}
          onClick={entry.onChoose}
        >
          <MenuItemContent {...entry} {...(entry.blocked !== undefined && { text: entry.blocked })} />
        </Base.Item>
      )
  }
}

const MenuItemContent = ({ icon, label, text }: Line) => (
  <>
    {icon}
    {text === undefined ? (
      label
    ) : (
      <span className={popup.content}>
        {label}
        <span className={popup.note}>{text}</span>
      </span>
    )}
  </>
)
