import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createDockerEngine } from '../../server/engines/docker.ts'
import { dockerAt, startContainerEngine } from '../container-engine.ts'
import { busyboxImage, importBusybox } from '../engines/bootstrap/busybox-image.ts'
import {
  type BuiltIn,
  type GatewayUnderAttack,
  gatewayUnderAttack,
  type Path,
  startBuiltIns,
  startWorkload,
} from './gateway-harness.ts'
import { requestCases } from './gateway-request-corpus.ts'
import { Visitor } from './raw-visitor.ts'
import { startRecordingUpstream } from './recording-upstream.ts'
import { attack, expectNothingSmuggled } from './request-attack.ts'

let gateway: GatewayUnderAttack
const ends: (() => Promise<unknown>)[] = []
beforeAll(async () => {
  gateway = await gatewayUnderAttack(['direct', 'nginx', 'haproxy'])
  ends.push(gateway.stop)
})
afterAll(async () => {
  for (const end of ends.reverse()) await end()
})

// Most of their time is waiting for a response that does not come. Each attacks an instance of its own.
describe.concurrent.each(['direct', 'nginx', 'haproxy'] as const)('%s', (name) => {
  const path = () => gateway.paths.find((each) => each.name === name) as Path
  test.each([
    ['an instance that reads bodies', false],
    ['an instance that parses bodies as requests', true],
  ])('every visitor gets the response to their own request: %s', async (_kind, ignoresBodies) => {
    const recorder = await startRecordingUpstream({ ignoresBodies })
    const host = await gateway.createInstance(recorder.port)
    const visitors = [new Visitor(path().port, host), new Visitor(path().port, host)]
    try {
      const failures: string[] = []
      for (const each of requestCases(host)) {
        try {
          await attack(path(), each, visitors, recorder)
          expectNothingSmuggled(recorder, name === 'direct')
        } catch (error) {
          failures.push(`${each.name}: ${error instanceof Error ? error.message : error}`)
        }
        recorder.requests.length = 0
        recorder.malformed.length = 0
      }
      expect(failures).toEqual([])
    } finally {
      for (const visitor of visitors) visitor.disconnect()
      await recorder.stop()
    }
  })
})

describe('instances of every image', () => {
  const cases = ['hello', 'echo', 'guestbook']

  async function attackAll(instances: BuiltIn[]): Promise<void> {
    const failures: string[] = []
    for (const instance of instances) {
      const host = await gateway.createInstance(instance.hostPort)
      for (const path of gateway.paths) {
        const visitors = [new Visitor(path.port, host)]
        // Behind a proxy, only cases that pass through it: the others never reach the gateway.
        for (const each of requestCases(host).filter(
          ({ outcome }) => path.name === 'direct' || outcome === 'answered',
        )) {
          try {
            await attack(path, each, visitors, undefined, instance.page)
          } catch (error) {
            failures.push(
              `${instance.name}, ${path.name}, ${each.name}: ${error instanceof Error ? error.message : error}`,
            )
          }
        }
        for (const visitor of visitors) visitor.disconnect()
      }
      if ((await instance.log()).includes('smuggled')) failures.push(`${instance.name} received the smuggled request`)
    }
    expect(failures).toEqual([])
  }

  test('built-in images as processes', async () => {
    const builtIns = await startBuiltIns(cases)
    try {
      await attackAll(builtIns.all)
    } finally {
      await builtIns.stop()
    }
  })

  test('images in containers', async (context) => {
    const found = await startContainerEngine()
    if ('skipped' in found) return context.skip(found.skipped)
    const engine = await createDockerEngine({ installationId: randomUUID(), dockerHost: found.host })
    try {
      await importBusybox(dockerAt(found.host))
      const httpd = ['/bin/busybox', 'httpd', '-f', '-vv', '-p', '8080', '-h', '/etc']
      await attackAll([
        await startWorkload(engine, 'longshore/echo:1'),
        await startWorkload(engine, busyboxImage, httpd, '/passwd'),
      ])
    } finally {
      for (const { id } of await engine.list()) await engine.remove(id)
      await engine.close()
      await found.stop()
    }
  })
})
