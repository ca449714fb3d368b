import { filter, merge, type Observable } from 'rxjs'
import type { Report } from '../../src/core/actor.ts'
import type { World } from '../../src/core/world.ts'
import { createOpenTerminals, type OpenTerminals } from '../../src/terminals/open-terminals.ts'
import { socketTerminals } from './socket-terminals.ts'

/** Opens the console's terminals, which end when the user signs out: the next user of this browser must not see them. */
export const consoleTerminals = (
  token$: Observable<string | null>,
  token: () => string,
  world: World,
  report: Report,
): OpenTerminals => {
  const terminals = createOpenTerminals(
    socketTerminals(token, { ...world, origin: world.location.read().origin, online$: world.network.online$ }, report),
  )
  // A page that is loaded again does not know them: they would only count as open for another minute.
  merge(token$.pipe(filter((newest) => newest === null)), world.page.left$).subscribe(terminals.closeAll)
  return terminals
}
