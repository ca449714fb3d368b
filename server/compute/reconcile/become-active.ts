import type { DeploymentId } from '../../../src/contract/wire/common.ts'
import type { Engine, Workload } from '../../engines/engine.ts'
import { firstHttpPort } from '../instances/gateway-links.ts'
import { systemLine } from '../logs/kept-line.ts'
import { workloadEnded } from './after-end.ts'
import type { HeldInstance } from './held-instance.ts'
import type { NextLook } from './next-look.ts'
import type { ReconcileOptions } from './reconcile-options.ts'
import { StartFailed } from './start-failed.ts'
import { portAnswers } from './wait-for-port.ts'

/** Looks are frequent while most programs come up, then rarer. */
const FIRST_LOOKS_MS = 20
const LATER_LOOKS_MS = 100
const FIRST_LOOKS_LAST_MS = 3000
const INSPECTED_EVERY_MS = 500

/** Waits until a started workload does what it was started for, and says so. */
export async function becomeActive(
  options: ReconcileOptions,
  held: HeldInstance,
  id: DeploymentId,
  workload: Workload,
): Promise<NextLook> {
  options.logs.follow(id)
  const last = await (workload.ports.length > 0 ? untilPortAnswers : untilSettled)(options, held, id, workload)
  if (last.state.kind === 'ended') return workloadEnded(options, held, id, last.state)
  const isFirst = held.row.observedAt === null
  const link = options.links.to(held.row.host, firstHttpPort(held.row.containerPorts) ?? 0, true)
  const news = `${held.row.name} is active`
  await held.write({
    set: {
      state: 'Active',
      status: 'Deployed',
      stage: '',
      fault: null,
      publishedPorts: last.ports,
      observedAt: new Date(),
      activeSince: new Date(),
      deadlineAt: null,
      dueAt: null,
    },
    isFirstTime: isFirst,
    moment: 'lastInstanceActivatedAt',
    lines: [systemLine(last.ports.length > 0 && link ? `Active at ${link}` : 'Active')],
    events: [systemLine('Started')],
    news: isFirst
      ? { type: 'success', title: 'Instance active', message: news, additionalData: { instance: held.row.id } }
      : undefined,
  })
  return undefined
}

async function untilPortAnswers(
  { engine, limits }: ReconcileOptions,
  held: HeldInstance,
  id: DeploymentId,
  started: Workload,
): Promise<Workload> {
  const wanted = firstHttpPort(held.row.containerPorts)
  const port = started.ports.find(({ containerPort }) => containerPort === wanted) ?? started.ports[0]
  if (!port) return started
  held.say(`Waiting for port ${port.containerPort} to answer`)
  const beganMs = performance.now()
  let inspectedMs = beganMs
  for (let waitedMs = 0; waitedMs < limits.portMs; waitedMs = performance.now() - beganMs) {
    if (await isReady(engine, id, port)) return started
    const isWoken = await held.pause(waitedMs < FIRST_LOOKS_LAST_MS ? FIRST_LOOKS_MS : LATER_LOOKS_MS)
    if (!isWoken && performance.now() - inspectedMs < INSPECTED_EVERY_MS) continue
    inspectedMs = performance.now()
    const now = await engine.inspect(id)
    if (now?.state.kind !== 'running') return now ?? vanished(started)
  }
  throw new StartFailed(
    'portSilent',
    `Nothing answered on port ${port.containerPort} for ${Math.round(limits.portMs / 1000)} seconds, so the program was ended. Deploy it with the port that it really listens on, and let it listen on all addresses (0.0.0.0).`,
  )
}

/** A relay takes a connection before it knows whether anything listens behind it, so the engine is asked first. */
async function isReady(engine: Engine, id: DeploymentId, port: Workload['ports'][number]): Promise<boolean> {
  const listens = await engine.listens(id, port.containerPort).catch(() => undefined)
  return listens !== false && portAnswers(port.hostPort)
}

async function untilSettled(
  { engine, limits }: ReconcileOptions,
  held: HeldInstance,
  id: DeploymentId,
  started: Workload,
): Promise<Workload> {
  await held.pause(limits.settleMs)
  return (await engine.inspect(id)) ?? vanished(started)
}

/** Somebody removed it behind our back: what there is to say is said as of an end. */
const vanished = (workload: Workload): Workload => ({
  ...workload,
  state: {
    kind: 'ended',
    exitCode: -1,
    outOfMemory: false,
    endedAtMs: Date.now(),
    words: 'The workload was removed from the engine while it started. Deploy it again.',
  },
})
