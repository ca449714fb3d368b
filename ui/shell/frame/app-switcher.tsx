import type { ReactElement } from 'react'
import type { Configuration } from '../../../src/contract/wire/configuration.ts'
import { type ProductApp, productApps } from '../../apps/product-apps.tsx'
import { useConfiguration } from '../../hooks/use-configuration.ts'
import { Menu, type MenuEntry } from '../../parts/actions/menu.tsx'

const entryOf = ({ name, text, icon, place }: ProductApp): MenuEntry => {
  switch (place.kind) {
    case 'here':
      return { kind: 'link', label: name, text, icon, to: place.to }
    case 'external':
      return { kind: 'outside', label: name, text, icon, href: place.href, sameTab: true }
    case 'disabled':
      return { kind: 'action', label: name, text: place.reason, icon, disabled: true, onChoose: () => {} }
  }
}

/** The apps of the product, for the menu of narrow screens. */
export const appEntries = (configuration: Configuration | null, home: string): MenuEntry[] =>
  configuration
    ? [{ kind: 'divider' }, { kind: 'heading', label: 'Apps' }, ...productApps(configuration, home).map(entryOf)]
    : []

/** Switches to another app of the product. */
export const AppSwitcher = ({ home, trigger }: { home: string; trigger: ReactElement }) => {
  const configuration = useConfiguration()
  if (!configuration) return trigger
  return <Menu align="start" trigger={trigger} entries={productApps(configuration, home).map(entryOf)} />
}
