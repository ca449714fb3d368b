import { consoleActors } from './effects/console-actors.ts'
import type { ConsoleDeps } from './effects/deps.ts'
import { consoleSlices } from './src/console-slices.ts'
import { type Report, runActor, supervise } from './src/core/actor.ts'
import type { Bus } from './src/core/bus.ts'
import type { Message } from './src/message.ts'
import type { State } from './src/state.ts'
import { consoleStorage } from './streams/console-storage.ts'
import { measuredPage } from './streams/measures/measured-page.ts'

/** Joins the slices, effects and storage that the first page of a signed-in user or of an organisation needs. */
export const joinConsole = (bus: Bus<State, Message>, deps: ConsoleDeps, apiBase: string, report: Report): void => {
  bus.join(consoleSlices)
  for (const actor of consoleActors(apiBase)) bus.listen(runActor(actor, bus.messages, deps, report))
  bus.listen(supervise('streams/console-storage', () => consoleStorage(deps.world), report))
  bus.listen(supervise('streams/measured-page', () => measuredPage(deps.world), report))
}
