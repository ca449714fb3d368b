import { readFileSync } from 'node:fs'
import fc from 'fast-check'
import type { ControlPlane } from '../../faults/support/control-plane.ts'
import { fuzzSockets } from './fuzz-sockets.ts'
import { type FuzzedRequest, fuzzedRequests } from './fuzzed-request.ts'
import { closeEverything, makeTenant, type Tenant } from './tenants.ts'

export interface FuzzReport {
  requests: number
  socketEvents: number
  /** The number of responses by status. */
  statuses: Record<string, number>
  /** Failures: server errors, responses with text of the other organisation, changes to its rows. */
  failures: string[]
  /** Resident memory of the control plane in bytes, after warming up and at the end. */
  memory: { warm: number; end: number }
}

/** Part of every name in the victim's organisation. */
const MARK = 'cormorant-7c1f'
const AT_ONCE = 8
const BATCH = 400
const MAX_FAILURES = 20

/**
 * Sends generated and mutated requests and socket events for a given time, as owner, API token and visitor of an
 * organisation. They target its own resources and those of another organisation, which must neither be read nor
 * changed.
 */
export const runFuzz = async (
  controlPlane: ControlPlane,
  { durationMs, seed }: { durationMs: number; seed: number },
) => {
  const victim = await makeTenant(controlPlane, 'victim', MARK)
  let attacker = await makeTenant(controlPlane, 'attacker', 'gull')
  const before = await victimState(controlPlane, victim)
  const report: FuzzReport = { requests: 0, socketEvents: 0, statuses: {}, failures: [], memory: { warm: 0, end: 0 } }
  const startedMs = performance.now()
  const isOver = () => performance.now() - startedMs > durationMs || report.failures.length >= MAX_FAILURES

  for (let batch = 0; !isOver(); batch += 1) {
    attacker = await refreshed(controlPlane, attacker)
    const tokens = [attacker.token, attacker.token, attacker.apiToken, undefined]
    const requests = fc.sample(fuzzedRequests([attacker, attacker, victim]), { numRuns: BATCH, seed: seed + batch })
    const queue = requests.entries()
    const work = async () => {
      for (const [at, request] of queue) {
        if (isOver()) return
        await send(request, tokens[at % tokens.length])
      }
    }
    const sockets = fuzzSockets(controlPlane, [attacker.token, undefined], [attacker, victim], seed + batch)
    await Promise.all(Array.from({ length: AT_ONCE }, work))
    const received = await sockets.end()
    report.socketEvents += received.sent
    if (received.text.includes(MARK)) report.failures.push(`a socket received text of the other organisation`)
    if (received.text.includes('"unexpected"')) report.failures.push('a socket event caused a server error')
    if (!controlPlane.isUp()) report.failures.push(`the control plane ended: ${controlPlane.output().slice(-2000)}`)
    if (report.memory.warm === 0 && performance.now() - startedMs > durationMs / 3)
      report.memory.warm = residentBytes(controlPlane)
  }

  async function send(request: FuzzedRequest, token: string | undefined) {
    const { method, url, payload, headers } = request
    const sendsBody = method !== 'GET' && payload !== undefined
    let response: Response
    try {
      response = await fetch(controlPlane.url + url, {
        method,
        redirect: 'manual',
        headers: {
          ...(token && { authorization: `Bearer ${token}` }),
          ...(sendsBody && { 'content-type': 'application/json' }),
          ...headers,
        },
        ...(sendsBody && { body: Buffer.isBuffer(payload) ? new Uint8Array(payload) : JSON.stringify(payload) }),
        signal: AbortSignal.timeout(20_000),
      })
      const text = url.includes('/events') ? '' : await response.text()
      report.requests += 1
      report.statuses[response.status] = (report.statuses[response.status] ?? 0) + 1
      const sent = `${url} ${JSON.stringify(payload ?? null)}`
      if (response.status >= 500 && !text.includes('The console is not built yet'))
        recordFailure(`${response.status} ${text.slice(0, 200)}\n${controlPlane.output().slice(-2000)}`)
      if (text.includes(MARK) && !sent.includes(MARK)) recordFailure(`a response with text of the other organisation`)
    } catch (error) {
      recordFailure(`no response: ${error instanceof Error ? error.message : error}`)
    }
    function recordFailure(what: string) {
      report.failures.push(`${method} ${url.slice(0, 300)} ${JSON.stringify(payload)?.slice(0, 300)}: ${what}`)
    }
  }

  // The first token of the victim expired in a long run.
  const after = await victimState(controlPlane, { ...victim, token: await controlPlane.signIn(victim.user) })
  if (after !== before)
    report.failures.push(`the other organisation was changed: ${after}
before: ${before}`)
  report.memory.end = residentBytes(controlPlane)
  return report
}

/**
 * Signs in again in case a request ended the session. Starts over as another user if a request removed the organisation:
 * the former one may have used up a limit of a user. Goes on with the former one while the machine has no capacity.
 */
const refreshed = async (controlPlane: ControlPlane, tenant: Tenant): Promise<Tenant> => {
  const token = await controlPlane.signIn(tenant.user)
  const response = await fetch(`${controlPlane.url}/api/compute-instance/${tenant.instanceId}`, {
    headers: { authorization: `Bearer ${token}` },
  })
  if (response.ok) return { ...tenant, token }
  // A request may have disconnected the login, so that the same name is another user now.
  for (const each of new Set([tenant.token, token])) await closeEverything(controlPlane, each).catch(() => {})
  try {
    return await makeTenant(controlPlane, `attacker-${crypto.randomUUID().slice(0, 8)}`, 'gull')
  } catch (error) {
    if (!String(error).includes('insufficientCapacity')) throw error
    return { ...tenant, token }
  }
}

/** Reads what the victim's owner sees of the organisation, without fields that change by themselves. */
const victimState = async (
  controlPlane: ControlPlane,
  { token, organizationId, projectId, instanceId }: Tenant,
): Promise<string> => {
  const paths = [
    `organization/${organizationId}`,
    `organization/${organizationId}/audit`,
    `role/getUsersWithRoleGroups/${organizationId}`,
    `compute-project/${projectId}`,
    `compute-instance/${instanceId}`,
  ]
  const texts = await Promise.all(
    paths.map(async (path) => {
      const response = await fetch(`${controlPlane.url}/api/${path}`, { headers: { authorization: `Bearer ${token}` } })
      return `${response.status} ${(await response.text()).replaceAll(/"[a-zA-Z]*(?:At|Seen)":"[^"]*"/g, '')}`
    }),
  )
  return texts.join('\n')
}

const residentBytes = ({ pid }: ControlPlane): number =>
  Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1] ?? 0) * 1024
