import type { ComponentType } from 'react'
import type { Kind } from '../../src/contract/kinds.ts'
import type { Organization } from '../../src/contract/wire/account.ts'
import type { OrganizationId, ProjectId } from '../../src/contract/wire/common.ts'
import type { State } from '../../src/state.ts'
import type { PaletteCommand } from '../modals/palette/palette-actions.tsx'

/** How a kind of resource appears in the console, apart from its own pages. */
export interface ConsoleKind {
  kind: Kind
  /** What the palette finds among the resources that are known. */
  paletteCommands(state: State, place: PalettePlace): PaletteCommand[]
  /** Reads what the palette is to find, while it is open. */
  PaletteQueries?: ComponentType<{ organizationId: OrganizationId }>
  /** Stands beside the filters of a project's instance list. */
  InstanceListTool?: ComponentType<{ projectId: ProjectId }>
}

export interface PalettePlace {
  organization: Organization
  pathname: string
}
