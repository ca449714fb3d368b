import { randomUUID } from 'node:crypto'
import { pino } from 'pino'
import { createCompute } from '../../server/compute/compute.ts'
import { configFrom } from '../../server/config.ts'
import { soleEngine } from '../../server/engines/engines.ts'
import { createApp } from '../../server/http/app.ts'
import type { Handlers } from '../../server/http/handler.ts'
import { createMetrics } from '../../server/http/metrics.ts'
import { createPolicy } from '../../server/http/policy.ts'
import { watchRights } from '../../server/live/rights-changes.ts'
import { grantLot } from '../../server/money/credit/grant-lot.ts'
import type { Billing } from '../../server/money/metering/billing-settings.ts'
import { createLookUpGuard } from '../../server/session/look-up-guard.ts'
import { createRateLimitKeys } from '../../server/session/rate-limit-keys.ts'
import { createTokens } from '../../server/session/tokens.ts'
import type { Store } from '../../server/store/connection.ts'
import { callNames } from '../../src/contract/call-names.ts'
import type { OrganizationId, UserId } from '../../src/contract/wire/common.ts'
import { stillEngine } from './still-engine.ts'

const SECRET = 'a secret of this benchmark, long enough'
const unlimited = Object.fromEntries(
  ['INSTANCES', 'CPU', 'MEMORY_MB', 'STORAGE_MB', 'PORTS', 'PROJECTS'].map((name) => [
    `LONGSHORE_QUOTA_${name}`,
    'none',
  ]),
)

export interface Team {
  organizationId: string
  projectId: string
  userId: string
  token: string
}

const grantCredit = (store: Store, organizationId: OrganizationId) =>
  store.db.transaction((tx) =>
    grantLot(tx, {
      organizationId,
      amount: 10n ** 15n,
      source: 'promotion',
      from: { kind: 'grants' },
      kind: 'creditGranted',
      key: `grant/${organizationId}`,
      cause: { kind: 'benchmark', id: organizationId },
      at: new Date(),
    }),
  )

/** Serves the API over a database. Deployments are accepted and never started: nothing runs the reconciler. */
export async function startAcceptingApp(store: Store, folder: string, billing: Billing = 'off') {
  const log = pino({ level: 'silent' })
  const config = configFrom(
    { ...unlimited, LONGSHORE_REQUESTS_PER_MINUTE: '999999999', LONGSHORE_BILLING: billing },
    folder,
  )
  const guard = createLookUpGuard(store.db, config.unknownTokensPerMinute)
  const tokens = createTokens(SECRET, store, { guard })
  const policy = createPolicy(store)
  const rights = watchRights(store)
  const compute = createCompute({
    config,
    secret: SECRET,
    store,
    engines: soleEngine(stillEngine([])),
    log,
    routes: { withdraw: async () => {} },
    isAlone: true,
  })
  const unused = () => Promise.reject(new Error('This benchmark does not use the call'))
  const app = await createApp({
    config,
    store,
    secret: SECRET,
    log,
    version: 'bench',
    // The keys are the names of all calls.
    handlers: {
      ...(Object.fromEntries(callNames.map((name) => [name, unused])) as unknown as Handlers),
      ...compute.handlers,
    },
    authenticate: tokens.authenticate,
    rateLimitKeys: createRateLimitKeys(store.db, { tokens, guard, isSecure: false }),
    authorize: policy.authorize,
    recheck: tokens.recheck,
    rights,
    metrics: createMetrics(),
    checks: {},
  })

  async function createTeam(number: number): Promise<Team> {
    const [organizationId, projectId] = [randomUUID(), randomUUID()]
    const { rows } = await store.pool.query<{ id: UserId }>(
      `insert into "user" (username, name, email) values ($1, $1, $1 || '@sandbox.test') returning id`,
      [`owner-${billing}-${number}`],
    )
    const userId = rows[0]?.id as UserId
    await store.pool.query(
      `insert into organization (id, name, username, site_id, compute_id, storage_id)
       values ($1, $2, $2, gen_random_uuid(), gen_random_uuid(), gen_random_uuid())`,
      [organizationId, `team-${billing}-${number}`],
    )
    await store.pool.query(`insert into member (organization_id, user_id, role) values ($1, $2, 'owner')`, [
      organizationId,
      userId,
    ])
    await store.pool.query(`insert into project (id, organization_id, name) values ($1, $2, 'Fleet')`, [
      projectId,
      organizationId,
    ])
    if (billing !== 'off') await grantCredit(store, organizationId as OrganizationId)
    const { token } = await tokens.open(userId, { address: '127.0.0.1', userAgent: 'a benchmark' })
    return { organizationId, projectId, userId, token }
  }

  return {
    createTeam,
    async deploy({ organizationId, projectId, token }: Team): Promise<string> {
      const response = await app.inject({
        method: 'POST',
        url: '/api/compute-instance/create',
        headers: { authorization: `Bearer ${token}`, 'idempotency-key': randomUUID() },
        payload: {
          organizationId,
          projectId,
          name: 'accepted',
          region: 'us-west',
          image: 'longshore/hello:1',
          machineImageId: 'nano',
          ports: [{ containerPort: 8080 }],
        },
      })
      if (response.statusCode !== 200) throw new Error(`${response.statusCode} ${response.body}`)
      return response.json().instance._id
    },
    async stop() {
      await app.close()
      rights.stop()
      policy.stop()
      tokens.stop()
    },
  }
}
