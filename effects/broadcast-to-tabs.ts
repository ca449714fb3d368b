import type { World } from '../src/core/world.ts'
import { TABS_CHANNEL, type TabMessage } from '../src/session/storage-keys.ts'

/** Says something to the other tabs of this browser. */
export const broadcastToTabs = (world: Pick<World, 'channel'>, message: TabMessage): void =>
  world.channel(TABS_CHANNEL).post(message)
