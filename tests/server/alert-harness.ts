import { randomUUID } from 'node:crypto'
import { pino } from 'pino'
import * as v from 'valibot'
import { type Alerts, createAlerts } from '../../server/alerts/alerts.ts'
import type { AlertChannels } from '../../server/alerts/messages/alert-message.ts'
import { createRecentSamples, type RecentSamples } from '../../server/compute/metrics/sampling/recent-samples.ts'
import { sampledReplicas } from '../../server/compute/metrics/sampling/sampled-replicas.ts'
import { createMetricTables } from '../../server/compute/metrics/store/metric-tables.ts'
import { holdSamplingLease } from '../../server/compute/metrics/store/sampling-lease.ts'
import type { CallContext, Handler } from '../../server/http/handler.ts'
import { openStore, type Store } from '../../server/store/connection.ts'
import { permissions } from '../../src/contract/access.ts'
import { alertCalls } from '../../src/contract/calls/alerts/alert-calls.ts'
import type { InputOf, ResponseOf } from '../../src/contract/contract.ts'
import type { Alert } from '../../src/contract/wire/alerts/alert.ts'
import type { AlertMessage } from '../../src/contract/wire/alerts/alert-message.ts'
import type { Incident } from '../../src/contract/wire/alerts/incident.ts'
import type { OrganizationId, UserId } from '../../src/contract/wire/common.ts'
import { testDatabase } from './database.ts'
import { type AddedInstance, addInstance, addOrganization, sample } from './metrics-harness.ts'

type AlertCall = keyof typeof alertCalls
type Settings = InputOf<'createAlert'>

export interface AlertHarness {
  store: Store
  organizationId: OrganizationId
  userId: UserId
  /** Messages that channels took, in the order of their commits. */
  messages: AlertMessage[]
  call<N extends AlertCall>(name: N, input: InputOf<N>): Promise<ResponseOf<N>>
  rule(settings: Partial<Settings> & Pick<Settings, 'condition'>): Promise<Alert>
  incidents(): Promise<Incident[]>
  addInstance(name: string, replicas: { service: string; index: number }[]): Promise<AddedInstance>
  /** Lets ten seconds pass with these millicores of each replica, and evaluates all rules. */
  round(cpuMilli?: Readonly<Record<string, number>>, rounds?: number): Promise<void>
  /** Continues as another process that has just started. */
  restart(options?: { channels?: AlertChannels; groupSeconds?: number }): Promise<void>
  close(): Promise<void>
}

const log = pino({ level: process.env.LONGSHORE_TEST_LOG ?? 'silent' })

/** Rules over a real database, with samples and a clock of the test. */
export async function alertHarness(): Promise<AlertHarness> {
  const database = await testDatabase()
  const store = openStore({ url: database.url, log })
  await createMetricTables(store.db)
  const messages: AlertMessage[] = []
  const recording: AlertChannels = {
    check: async () => {},
    enqueue: async (_tx, { message }) => {
      messages.push(message)
    },
  }
  let monotonicMs = 0
  let at = 1_790_000_000
  let alerts: Alerts
  let recent: RecentSamples
  const start = async (options: { channels?: AlertChannels; groupSeconds?: number } = {}) => {
    const node = randomUUID()
    await store.pool.query('delete from metrics.lease')
    await holdSamplingLease(store.db, node)
    recent = createRecentSamples(() => monotonicMs)
    alerts = createAlerts({
      store,
      log,
      node,
      recent,
      channels: options.channels ?? recording,
      mailer: undefined,
      publicUrl: 'http://localhost:4600',
      groupSeconds: options.groupSeconds ?? 0,
      monotonicMs: () => monotonicMs,
    })
  }
  await start()
  // A UUID of the database.
  const organizationId = (await addOrganization(store, 'harbour')) as OrganizationId
  const userId = randomUUID() as UserId
  await store.pool.query(`insert into "user" (id, name, username) values ($1, 'Ada', 'ada')`, [userId])
  await store.pool.query(`insert into member (organization_id, user_id, role) values ($1, $2, 'owner')`, [
    organizationId,
    userId,
  ])

  async function call<N extends AlertCall>(name: N, input: InputOf<N>): Promise<ResponseOf<N>> {
    const { response, ...shape } = alertCalls[name] as (typeof alertCalls)['updateAlert']
    const parts = [shape.params, 'query' in shape ? (shape.query as v.GenericSchema) : undefined, shape.body]
    const given = input as Record<string, unknown>
    const parsed = parts.flatMap((schema) => {
      if (!schema) return []
      const { entries } = schema as unknown as { entries: object }
      const own = Object.fromEntries(Object.entries(given).filter(([field]) => field in entries))
      return Object.entries(v.parse(schema as v.GenericSchema, own) as object)
    })
    const context = {
      input: Object.fromEntries(parsed),
      caller: { kind: 'user', userId, by: { session: 'a session', expiresAtMs: Number.POSITIVE_INFINITY } },
      scope: { organizationId, role: 'owner', permissions },
      address: '127.0.0.1',
      signal: new AbortController().signal,
    } as unknown as CallContext<N>
    const handler = alerts.handlers[name] as unknown as Handler<N>
    return v.parse(response as v.GenericSchema, await handler(context)) as ResponseOf<N>
  }

  return {
    store,
    organizationId,
    userId,
    messages,
    call,
    rule: async (settings) =>
      (
        await call('createAlert', {
          id: organizationId,
          name: `rule ${randomUUID()}`,
          projectId: null,
          instanceId: null,
          service: '',
          severity: 'critical',
          channelIds: [randomUUID()],
          notify: true,
          mail: false,
          ...settings,
        })
      ).alert,
    incidents: async () => (await call('readIncidents', { id: organizationId, limit: 200 })).incidents,
    addInstance: (name, replicas) => addInstance(store, organizationId, name, replicas),
    async round(cpuMilli = {}, rounds = 1) {
      for (let count = 0; count < rounds; count += 1) {
        monotonicMs += 10_000
        at += 10
        recent.setReplicas(await sampledReplicas(store.db))
        recent.add(at, new Map(Object.entries(cpuMilli).map(([id, cpu]) => [id, sample(cpu, 64)])))
        await alerts.evaluate()
      }
    },
    async restart(options) {
      await alerts.stop()
      await start(options)
    },
    async close() {
      await alerts.stop()
      await store.close()
      await database.close()
    },
  }
}
