import { consoleActors } from './effects/console-actors.ts'
import type { ConsoleDeps, ConsoleEffects, Deps } from './effects/deps.ts'
import { consoleSlices } from './src/console-slices.ts'
import { type Report, runActor, supervise } from './src/core/actor.ts'
import type { Bus } from './src/core/bus.ts'
import type { Message } from './src/message.ts'
import type { StartState } from './src/state.ts'
import { consoleStorage } from './streams/console-storage.ts'
import { measuredPage } from './streams/measures/measured-page.ts'

/** Adds the effects of pages that load later. */
export type JoinActor = (actor: ConsoleEffects) => void

/** Adds the slices, effects and streams that load with the first page of an organisation or a signed-in user. */
export const joinConsole = (startBus: Bus<StartState, Message>, startDeps: Deps, report: Report): JoinActor => {
  const bus = startBus.join(consoleSlices)
  const deps: ConsoleDeps = { ...startDeps, read: bus.read }
  const join: JoinActor = (actor) => bus.listen(runActor(actor, bus.messages, deps, report))
  consoleActors.forEach(join)
  bus.listen(supervise('streams/console-storage', () => consoleStorage(deps.world), report))
  bus.listen(supervise('streams/measured-page', () => measuredPage(deps.world), report))
  return join
}
