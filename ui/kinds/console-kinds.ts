import type { State } from '../../src/state.ts'
import { consoleCluster } from '../clusters/cluster-palette.tsx'
import { consoleInstance } from '../instances/instance-palette.tsx'
import { consoleProject } from '../projects/project-palette.tsx'
import { consoleSavedView } from '../saved-views/saved-view-palette.tsx'
import type { ConsoleKind } from './console-kind.ts'

/** All kinds of resources, in the palette's order. */
export const consoleKinds: readonly ConsoleKind[] = [consoleInstance, consoleProject, consoleCluster, consoleSavedView]

/** Returns the state as of the last change of a resource, so that other changes cause no render. */
export const selectKnownResources = (() => {
  let last: State | undefined
  return (state: State): State => {
    if (!last || consoleKinds.some(({ kind: { slice } }) => last?.[slice] !== state[slice])) last = state
    return last
  }
})()
