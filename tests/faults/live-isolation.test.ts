import { afterAll, beforeAll, expect, test } from 'vitest'
import { deploy, makeProject, settled } from '../../bench/support/control-plane.ts'
import { deploymentTopic, organizationTopic } from '../../src/contract/topics.ts'
import { until } from '../server/until.ts'
import { type ControlPlane, startControlPlane } from './support/control-plane.ts'
import { startTcpProxy } from './support/tcp-proxy.ts'
import { watchTopic } from './support/watcher.ts'

let controlPlane: ControlPlane
beforeAll(async () => {
  controlPlane = await startControlPlane({ settings: { LONGSHORE_ENGINE: 'process' } })
})
afterAll(() => controlPlane?.end())

/** Creates a user with an organisation, a growing log, and a proxy that records everything the user receives. */
const createUser = async (name: string, lines: number) => {
  const parts: Buffer[] = []
  const proxy = await startTcpProxy(controlPlane.port, { onData: (data) => parts.push(data) })
  const token = await controlPlane.signIn(name)
  const made = await makeProject(controlPlane.url, token, `Secret of ${name}`)
  const environment = { LINES: String(lines), LINES_PER_SECOND: '500' }
  const { _id } = await deploy(controlPlane.url, token, made, 'longshore/burst:1', [], environment)
  const { activeDeployment } = await settled(controlPlane.url, token, _id, 'Active')
  return {
    ...made,
    token,
    proxy,
    activeDeployment,
    received: () => Buffer.concat(parts).toString('latin1'),
    /** Unique to each user. */
    secrets: [_id, activeDeployment, made.organizationId, made.projectId, made.username, `of ${lines} `],
    watch: (topic: string) => watchTopic(proxy.url, token, topic, { after: 0 }),
    /** Deploys a workload that exits before it is ready, of which the user is notified. */
    fails: async () => {
      const failing = await deploy(controlPlane.url, token, made, 'longshore/burst:1', [8080], {
        LINES: '1',
        EXIT_CODE: '3',
      })
      await settled(controlPlane.url, token, failing._id, 'Failed-start')
      return failing._id
    },
  }
}

test('two users of different organisations never receive each other’s data', async () => {
  const [ada, eve] = await Promise.all([createUser('ada', 1_000_003), createUser('eve', 2_000_003)])
  const abort = new AbortController()
  const watchers = []
  try {
    for (const [user, other] of [
      [ada, eve],
      [eve, ada],
    ] as const) {
      const own = await Promise.all([
        user.watch(deploymentTopic(user.activeDeployment, 'instanceLogs')),
        user.watch(organizationTopic(user.organizationId)),
      ])
      const foreign = await Promise.all([
        user.watch(deploymentTopic(other.activeDeployment, 'instanceLogs')),
        user.watch(deploymentTopic(other.activeDeployment, 'logs')),
        user.watch(organizationTopic(other.organizationId)),
      ])
      watchers.push(...own, ...foreign)
      for (const { errors } of foreign) expect(errors).toEqual([expect.stringMatching(/^rejected: /)])
      const stream = await fetch(`${user.proxy.url}/api/user-notification`, {
        headers: {
          authorization: `Bearer ${user.token}`,
          accept: 'text/event-stream',
          'accept-encoding': 'identity',
        },
        signal: abort.signal,
      })
      stream.body?.pipeTo(new WritableStream()).catch(() => {})
    }
    const [adaFailed, eveFailed] = await Promise.all([ada.fails(), eve.fails()])
    for (const [user, failed] of [
      [ada, adaFailed],
      [eve, eveFailed],
    ] as const)
      await until(async () => {
        const received = user.received()
        const hasNotification = received.includes(' failed to start')
        return hasNotification && [...user.secrets.slice(-1), failed].every((secret) => received.includes(secret))
      }, 60_000)
    for (const [user, secrets] of [
      [ada, [...eve.secrets, eveFailed]],
      [eve, [...ada.secrets, adaFailed]],
    ] as const) {
      const received = user.received()
      expect(secrets.filter((secret) => received.includes(secret))).toEqual([])
    }
  } finally {
    for (const watcher of watchers) watcher.close()
    abort.abort()
    await Promise.all([ada.proxy.stop(), eve.proxy.stop()])
  }
})
