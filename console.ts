import { distinctUntilChanged, map } from 'rxjs'
import { once } from './effects/api/once.ts'
import { consoleActors } from './effects/console-actors.ts'
import type { BaseDeps } from './effects/deps.ts'
import { consoleSlices } from './src/console-slices.ts'
import { type Report, supervise } from './src/core/actor.ts'
import type { Bus } from './src/core/bus.ts'
import { runActors } from './src/core/run-actors.ts'
import type { Message } from './src/message.ts'
import { selectToken } from './src/session/session.ts'
import type { ConsoleState, StartState } from './src/state.ts'
import { setTerminals } from './src/terminals/load-terminals.ts'
import { consoleStorage } from './streams/console-storage.ts'
import { measuredPage } from './streams/measures/measured-page.ts'

/** Adds the slices, effects and streams that load with the first page of an organisation or a signed-in user. */
export const joinConsole = (
  startBus: Bus<StartState, Message>,
  deps: BaseDeps,
  report: Report,
): Bus<ConsoleState, Message> => {
  const bus = startBus.join(consoleSlices)
  runActors(bus, consoleActors, deps, report)
  const token$ = bus.state$.pipe(map(selectToken), distinctUntilChanged())
  const loadTerminals = async () => {
    const { consoleTerminals } = await import('./streams/terminals/console-terminals.ts')
    return consoleTerminals(token$, () => selectToken(bus.read()) ?? '', deps.world, report)
  }
  setTerminals(once(loadTerminals))
  bus.listen(supervise('streams/console-storage', () => consoleStorage(deps.world), report))
  bus.listen(supervise('streams/measured-page', () => measuredPage(deps.world), report))
  return bus
}
