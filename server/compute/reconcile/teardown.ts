import type { DeploymentId } from '../../../src/contract/wire/common.ts'
import type { ReconcileOptions } from './reconcile-options.ts'

/** How long the last lines of an ended workload are waited for. */
const LAST_LINES_MS = 3000

/** Ends a workload, keeps its last lines, and removes it; what is gone already is done already. */
export async function teardown(
  { engine, logs }: ReconcileOptions,
  id: DeploymentId,
  graceMs: number,
  keep: 'lastLines' | 'nothing' = 'lastLines',
): Promise<void> {
  if (await engine.inspect(id)) {
    await engine.stop(id, graceMs)
    if (keep === 'lastLines' && !(await logs.drain(id, LAST_LINES_MS))) await logs.giveUp(id)
    await engine.remove(id)
  }
  await logs.forget(id)
}
