import { consoleInstance } from '../instances/instance-palette.tsx'
import { consoleProject } from '../projects/project-palette.tsx'
import { consoleSavedView } from '../saved-views/saved-view-palette.tsx'
import type { ConsoleKind } from './console-kind.ts'

/** Every kind of resource, in the order in which the palette shows them. */
export const consoleKinds: readonly ConsoleKind[] = [consoleInstance, consoleProject, consoleSavedView]
