import { afterAll, beforeAll, expect, test } from 'vitest'
import { deploy, makeProject, settled } from '../../bench/support/control-plane.ts'
import { deploymentTopic, organizationTopic } from '../../src/contract/live.ts'
import { until } from '../server/until.ts'
import { type Plane, startPlane } from './support/plane.ts'
import { startTcpProxy } from './support/tcp-proxy.ts'
import { watchTopic } from './support/watcher.ts'

let plane: Plane
beforeAll(async () => {
  plane = await startPlane({ settings: { LONGSHORE_ENGINE: 'process' } })
})
afterAll(() => plane?.end())

/** Somebody with an organisation, a log that is being written, and a wire on which everything is recorded. */
const makePerson = async (name: string, lines: number) => {
  const parts: Buffer[] = []
  const proxy = await startTcpProxy(plane.port, { hears: (data) => parts.push(data) })
  const token = await plane.signIn(name)
  const made = await makeProject(plane.url, token, `Secret of ${name}`)
  const environment = { LINES: String(lines), LINES_PER_SECOND: '500' }
  const { _id } = await deploy(plane.url, token, made, 'longshore/burst:1', [], environment)
  const { activeDeployment } = await settled(plane.url, token, _id, 'Active')
  return {
    ...made,
    token,
    proxy,
    activeDeployment,
    heard: () => Buffer.concat(parts).toString('latin1'),
    /** No two people have one of these in common. */
    secrets: [_id, activeDeployment, made.organizationId, made.projectId, made.username, `of ${lines} `],
    watch: (topic: string) => watchTopic(proxy.url, token, topic, { after: 0 }),
    /** A program that ends before it is ready, of which its person is notified. */
    fails: async () => {
      const failing = await deploy(plane.url, token, made, 'longshore/burst:1', [8080], { LINES: '1', EXIT_CODE: '3' })
      await settled(plane.url, token, failing._id, 'Failed-start')
      return failing._id
    },
  }
}

test('of two people of different organisations neither is given a byte of the other’s', async () => {
  const [ada, eve] = await Promise.all([makePerson('ada', 1_000_003), makePerson('eve', 2_000_003)])
  const abort = new AbortController()
  const watchers = []
  try {
    for (const [person, other] of [
      [ada, eve],
      [eve, ada],
    ] as const) {
      const own = await Promise.all([
        person.watch(deploymentTopic(person.activeDeployment, 'instanceLogs')),
        person.watch(organizationTopic(person.organizationId)),
      ])
      const foreign = await Promise.all([
        person.watch(deploymentTopic(other.activeDeployment, 'instanceLogs')),
        person.watch(deploymentTopic(other.activeDeployment, 'logs')),
        person.watch(organizationTopic(other.organizationId)),
      ])
      watchers.push(...own, ...foreign)
      for (const { faults } of foreign) expect(faults).toEqual([expect.stringMatching(/^refused: /)])
      const stream = await fetch(`${person.proxy.url}/api/user-notification`, {
        headers: {
          authorization: `Bearer ${person.token}`,
          accept: 'text/event-stream',
          'accept-encoding': 'identity',
        },
        signal: abort.signal,
      })
      stream.body?.pipeTo(new WritableStream()).catch(() => {})
    }
    const [adaFailed, eveFailed] = await Promise.all([ada.fails(), eve.fails()])
    for (const [person, failed] of [
      [ada, adaFailed],
      [eve, eveFailed],
    ] as const)
      await until(async () => {
        const heard = person.heard()
        const hasNotification = heard.includes('Instance failed to start')
        return hasNotification && [...person.secrets.slice(-1), failed].every((secret) => heard.includes(secret))
      }, 60_000)
    for (const [person, secrets] of [
      [ada, [...eve.secrets, eveFailed]],
      [eve, [...ada.secrets, adaFailed]],
    ] as const) {
      const heard = person.heard()
      expect(secrets.filter((secret) => heard.includes(secret))).toEqual([])
    }
  } finally {
    for (const watcher of watchers) watcher.close()
    abort.abort()
    await Promise.all([ada.proxy.stop(), eve.proxy.stop()])
  }
})
