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
import { type RequestCase, requestCases } from './gateway-request-corpus.ts'
import { statusOf, Visitor, writeRaw } from './raw-visitor.ts'
import { headerOf, type RecordingUpstream, startRecordingUpstream } from './recording-upstream.ts'

let gateway: GatewayUnderAttack
const ends: (() => Promise<unknown>)[] = []
beforeAll(async () => {
  gateway = await gatewayUnderAttack(['direct', 'nginx', 'haproxy'])
  ends.push(gateway.stop)
})
afterAll(async () => {
  for (const end of ends.reverse()) await end()
})

let visits = 0

/** Sends a request of an ordinary visitor on its own connection, and checks that the response belongs to it. */
async function visit(visitor: Visitor, recorder: RecordingUpstream | undefined, page = '/'): Promise<void> {
  visits += 1
  const mark = `visit-${visits}`
  const { status, body } = await visitor.get(recorder ? `/${mark}` : page, { cookie: `own=${mark}` })
  expect(status).toBe(200)
  if (!recorder) return
  expect(JSON.parse(body)).toEqual({ method: 'GET', target: `/${mark}`, cookie: [`own=${mark}`], host: [visitor.host] })
  const seen = recorder.requests.filter(({ line }) => line.includes(`/${mark} `))
  expect(seen, 'the instance receives the request once').toHaveLength(1)
}

async function attack(
  path: Path,
  { bytes, outcome }: RequestCase,
  visitors: Visitor[],
  recorder?: RecordingUpstream,
  page?: string,
) {
  const exchange = await writeRaw(
    path.port,
    bytes,
    (received) => statusOf(received) !== undefined && outcome !== 'rejected',
    async () => {
      for (const visitor of visitors) await visit(visitor, recorder, page)
    },
  )
  if (path.name !== 'direct') return
  if (outcome === 'rejected') {
    expect(exchange.status === undefined || (exchange.status >= 400 && exchange.status < 500), exchange.received).toBe(
      true,
    )
    expect(exchange.closed, 'the connection is closed').toBe(true)
  }
  if (outcome === 'answered' && recorder) expect(exchange.status, exchange.received).toBe(200)
}

function expectNothingSmuggled(recorder: RecordingUpstream, isDirect: boolean): void {
  expect(recorder.malformed).toEqual([])
  for (const request of recorder.requests) {
    if (isDirect) expect(request.line).not.toContain('smuggled')
    // A proxy in front may parse two requests where the gateway would parse one; both still come from the attacker.
    const isAttack = /attack|smuggled/.test(request.line)
    expect(isAttack && headerOf(request, 'cookie').length > 0, request.line).toBe(false)
    expect(headerOf(request, 'host'), request.line).toHaveLength(1)
    expect(headerOf(request, 'x-forwarded-for'), request.line).toHaveLength(1)
    expect(headerOf(request, 'transfer_encoding'), request.line).toEqual([])
  }
}

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
