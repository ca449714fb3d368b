import type { ComponentType } from 'react'
import type { Kind } from '../../src/contract/kinds/kinds.ts'
import type { Organization } from '../../src/contract/wire/account.ts'
import type { OrganizationId, ProjectId } from '../../src/contract/wire/common.ts'
import type { State } from '../../src/state.ts'
import type { PaletteCommand } from '../modals/palette/palette-actions.tsx'

/** How a kind of resource appears in the console, apart from its own pages. */
export interface ConsoleKind {
  kind: Kind
  /** Returns the palette's commands for loaded resources of this kind. */
  paletteCommands(state: State, place: PalettePlace): PaletteCommand[]
  /** Subscribes to the queries of this kind's resources while the palette is open. */
  PaletteQueries?: ComponentType<{ organizationId: OrganizationId }>
  /** Rendered beside the filters of a project's instance list. */
  InstanceListTool?: ComponentType<{ projectId: ProjectId }>
}

export interface PalettePlace {
  organization: Organization
  pathname: string
}
