import { consoleActors } from './effects/console-actors.ts'
import type { ConsoleDeps, ConsoleEffects } from './effects/deps.ts'
import { consoleSlices } from './src/console-slices.ts'
import { type Report, runActor, supervise } from './src/core/actor.ts'
import type { Bus } from './src/core/bus.ts'
import type { Message } from './src/message.ts'
import type { State } from './src/state.ts'
import { consoleStorage } from './streams/console-storage.ts'
import { measuredPage } from './streams/measures/measured-page.ts'

/** Adds the effects of pages that load later. */
export type JoinActor = (actor: ConsoleEffects) => void

/** Adds the slices, effects and streams that load with the first page of an organisation or a signed-in user. */
export const joinConsole = (
  bus: Bus<State, Message>,
  deps: ConsoleDeps,
  apiBase: string,
  report: Report,
): JoinActor => {
  const join: JoinActor = (actor) => bus.listen(runActor(actor, bus.messages, deps, report))
  bus.join(consoleSlices)
  consoleActors(apiBase).forEach(join)
  bus.listen(supervise('streams/console-storage', () => consoleStorage(deps.world), report))
  bus.listen(supervise('streams/measured-page', () => measuredPage(deps.world), report))
  return join
}
