import type { World } from '../src/core/world.ts'
import { TABS_CHANNEL, type TabSaid } from '../src/session/storage-keys.ts'

/** Says something to the other tabs of this browser. */
export const tellTabs = (world: Pick<World, 'channel'>, said: TabSaid): void => world.channel(TABS_CHANNEL).say(said)
