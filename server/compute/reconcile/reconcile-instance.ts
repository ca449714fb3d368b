import { and, eq } from 'drizzle-orm'
import type { DeploymentId } from '../../../src/contract/wire/common.ts'
import { publishOrganizationEvents } from '../../live/outbox.ts'
import { instances } from '../../store/schema.ts'
import { notifyInstance } from '../instances/publish-instance.ts'
import { publishProjectChanged } from '../projects/publish-project-changed.ts'
import { awaitReady } from './await-ready.ts'
import { LeaseLost, ownedBy } from './lease.ts'
import type { LeasedInstance } from './leased-instance.ts'
import type { EventOf, ReconcileEvent, Step } from './reconcile-event.ts'
import type { ReconcileOptions } from './reconcile-options.ts'
import { restartWorkload, startWorkload } from './start-workload.ts'
import { transition } from './transition.ts'

/** The reason for a pass, in addition to the row itself. */
export type Trigger = Pick<EventOf<'triggered'>, 'exit'> & Pick<EventOf<'inspected'>, 'outage' | 'overDisk'>

type Settled = Extract<Step, { kind: 'rest' | 'retry' }>

/** Short, because a deleted instance has no state to save. */
const DELETE_GRACE_MS = 3000
/** The longest wait for the last lines of an ended workload. */
const LAST_LINES_MS = 3000
const ENGINE_SHUTDOWN_MS = 1500

/** Carries out the steps of one pass, from its first event until it rests or has to be repeated. */
export async function reconcileInstance(
  options: ReconcileOptions,
  leased: LeasedInstance,
  trigger: Trigger,
  first: ReconcileEvent,
): Promise<Settled> {
  for (let event = first; ; ) {
    const { next, ...observation } = transition(leased.row, event, { nowMs: Date.now(), limits: options.limits })
    if (observation.set) await leased.write(observation)
    if (next.kind === 'rest' || next.kind === 'retry') return next
    if (next.kind === 'delete') {
      await deleteInstance(options, leased)
      return { kind: 'rest' }
    }
    event = await carryOut(options, leased, trigger, next)
  }
}

async function carryOut(
  options: ReconcileOptions,
  leased: LeasedInstance,
  { outage, overDisk }: Trigger,
  step: Exclude<Step, Settled | { kind: 'delete' }>,
): Promise<ReconcileEvent> {
  const { engine, logs } = options
  const id = leased.row.activeDeployment
  if (!id && step.kind === 'teardown') return { kind: 'tornDown', outcome: step.outcome }
  if (!id) throw new Error(`Instance ${leased.row.id} has no deployment to run`)
  switch (step.kind) {
    case 'inspect': {
      const workload = await engine.inspect(id)
      if (workload?.state.kind === 'running') logs.follow(id)
      return { kind: 'inspected', workload, outage, overDisk }
    }
    case 'start':
      return { kind: 'started', workload: await startWorkload(options, leased, id) }
    case 'restart':
      return { kind: 'started', workload: await restartWorkload(options, leased, id) }
    case 'awaitReady':
      return awaitReady(options, leased, id, step.workload)
    case 'teardown':
      if (step.outcome.kind === 'finished') {
        // An engine that shuts down ends its workloads first. Then this inspection fails, and the program had not
        // finished.
        await leased.pause(ENGINE_SHUTDOWN_MS)
        await engine.inspect(id)
      }
      await teardown(options, id, step.graceMs, 'keepLastLines')
      return { kind: 'tornDown', outcome: step.outcome }
  }
}

/** Ends a workload and frees its resources. Does nothing if they are already gone. */
async function teardown(
  { engine, logs }: ReconcileOptions,
  id: DeploymentId,
  graceMs: number,
  lastLines: 'keepLastLines' | 'dropLastLines',
): Promise<void> {
  if (await engine.inspect(id)) {
    await engine.stop(id, graceMs)
    if (lastLines === 'keepLastLines' && !(await logs.drain(id, LAST_LINES_MS))) await logs.giveUp(id)
    await engine.remove(id)
  }
  await logs.forget(id)
}

/** Ends the workload and removes the instance with everything that was stored for it. */
async function deleteInstance(options: ReconcileOptions, leased: LeasedInstance): Promise<void> {
  const { id, projectId, organizationId, activeDeployment } = leased.row
  if (activeDeployment) await teardown(options, activeDeployment, DELETE_GRACE_MS, 'dropLastLines')
  await options.db.transaction(async (tx) => {
    const removed = await tx
      .delete(instances)
      .where(and(ownedBy(id, options.node), eq(instances.desiredState, 'deleted')))
      .returning({ id: instances.id })
    if (removed.length === 0) throw new LeaseLost()
    await publishProjectChanged(tx, projectId)
    await publishOrganizationEvents(tx, organizationId, { kind: 'instanceRemoved', id })
    await notifyInstance(tx, id)
  })
}
