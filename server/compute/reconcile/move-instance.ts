import { closeInstance, removeInstance } from './end-workload.ts'
import type { HeldInstance } from './held-instance.ts'
import { keepRunning, type News } from './keep-running.ts'
import type { NextLook } from './next-look.ts'
import type { ReconcileOptions } from './reconcile-options.ts'

/** Takes the steps that bring an instance to what is wished for it. */
export async function moveInstance(options: ReconcileOptions, held: HeldInstance, news: News): Promise<NextLook> {
  const { wish, state } = held.row
  if (wish === 'deleted') return removeInstance(options, held)
  if (wish === 'closed') return state === 'Closed' ? undefined : closeInstance(options, held)
  if (state === 'Starting' || state === 'Active') return keepRunning(options, held, news)
  return undefined
}
