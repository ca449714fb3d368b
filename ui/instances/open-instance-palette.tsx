import { PanelTop } from 'lucide-react'
import { matchPath } from 'react-router-dom'
import { instanceKind } from '../../src/contract/kinds/instance-kind.ts'
import type { Instance } from '../../src/contract/wire/compute.ts'
import { selectInstance } from '../../src/instances/instances.ts'
import type { State } from '../../src/state.ts'
import type { PalettePlace } from '../kinds/console-kind.ts'
import type { PaletteCommand } from '../modals/palette/palette-actions.tsx'
import { instanceActions } from './instance-actions.tsx'
import { instanceTabs } from './instance-tabs.ts'

/** Returns the instance whose page is open. */
export const openInstance = (state: State, { organization, pathname }: PalettePlace): Instance | null => {
  const { instanceId } = matchPath('/:organization/:projectId/:instanceId/*', pathname)?.params ?? {}
  const instance = instanceId === undefined ? null : selectInstance(instanceId)(state)
  return instance?.organizationId === organization._id ? instance : null
}

/** The tabs and the actions of an instance. */
export const openInstanceCommands = (
  instance: Instance,
  { organization }: PalettePlace,
  blocked: string | undefined,
): PaletteCommand[] => {
  const { _id, name, computeProject } = instance
  const overview = { path: '', label: 'Overview' }
  return [
    ...[overview, ...instanceTabs].map(({ path, label }) => ({
      id: `tab ${label}`,
      label,
      kind: 'Page',
      keywords: `${instanceKind.label} ${name}`,
      icon: <PanelTop />,
      to: `/${organization.profile.username}/${computeProject}/${_id}/${path}`.replace(/\/$/, ''),
    })),
    ...instanceActions
      .filter(({ isPossible }) => isPossible(instance))
      .map(
        ({ dialog, label, icon }): PaletteCommand => ({
          id: `action ${dialog}`,
          label,
          kind: 'Action',
          keywords: name,
          icon,
          blocked,
          message: { type: 'ui/modalOpened', modal: { kind: dialog, id: _id } },
        }),
      ),
  ]
}
