import { type Actor, type Report, runActor } from './actor.ts'
import type { Bus } from './bus.ts'
import type { AnyMessage } from './message.ts'

/** Runs actors on a bus, whose state their effects read. */
export const runActors = <S, M extends AnyMessage, Deps>(
  bus: Bus<S, M>,
  actors: readonly Actor<M, Deps & { read(): S }>[],
  deps: Deps,
  report: Report,
): void => {
  for (const actor of actors) bus.listen(runActor(actor, bus.messages, { ...deps, read: bus.read }, report))
}
