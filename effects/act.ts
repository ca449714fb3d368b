import { EMPTY, mergeMap, type Observable, type OperatorFunction, timer } from 'rxjs'
import type { World } from '../src/core/world.ts'
import { TABS_CHANNEL, type TabMessage } from '../src/session/tab-message.ts'

/** Ends a pipe whose consequence is outside the bus: navigation, storage, another tab. */
export const act = <T>(consequence: (value: T) => void): OperatorFunction<T, never> =>
  mergeMap((value) => {
    consequence(value)
    return EMPTY
  })

/** Sends a message to the other tabs of this browser. */
export const broadcastToTabs = (world: Pick<World, 'channel'>, message: TabMessage): void =>
  world.channel(TABS_CHANNEL).post(message)

/** Opens a page in another tab, or in this one if the browser blocks that. */
export const openTab = ({ location }: Pick<World, 'location'>, to: string): void => {
  if (!location.open(to)) location.leave(to)
}

const STILL_OPEN_MS = 400

/** Leaves the rest to the tab that opened this one; emits only if the browser does not close this tab. */
export const closeTab = (world: World, message: TabMessage): Observable<unknown> => {
  broadcastToTabs(world, message)
  world.location.close()
  return timer(STILL_OPEN_MS, world.scheduler)
}
