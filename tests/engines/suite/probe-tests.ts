import { expect } from 'vitest'
import type { Probe, ProbeResult } from '../../../server/engines/interface/commands.ts'
import { deploy, fetchPage, spec, until, waitForExit, type withEngine } from '../harness.ts'

type Suite = ReturnType<typeof withEngine>

const hello = { ports: [{ containerPort: 8080 }] }
const http = (path: string, containerPort = 8080): Probe => ({ kind: 'http', path, containerPort, timeoutMs: 5000 })
const tcp: Probe = { kind: 'tcp', containerPort: 8080, timeoutMs: 5000 }
const command = (script: string, timeoutMs = 20_000): Probe => ({
  kind: 'command',
  command: ['node', '-e', script],
  timeoutMs,
})
const notReady = (reason: string | RegExp): ProbeResult => ({ isReady: false, reason: expect.stringMatching(reason) })

export function probeTests({ test, it }: Suite): void {
  test('probes HTTP and TCP on the published port', async () => {
    const { id } = await deploy(it.engine, spec('longshore/hello:1', hello))
    await until(async () => expect(await it.engine.probe(id, http('/health'))).toEqual({ isReady: true }))
    expect(await it.engine.probe(id, tcp)).toEqual({ isReady: true })
    expect(await it.engine.probe(id, http('/health', 9))).toEqual(notReady(/Port 9 is not published/))
    expect(await it.engine.probe(id, http('/a b\r\nc'))).toEqual(notReady(/not valid/))
  })

  test('reports a port on which nothing listens', async () => {
    const { id } = await deploy(it.engine, spec('longshore/clock:1', hello))
    expect(await it.engine.probe(id, tcp)).toEqual(notReady(/port/i))
    expect(await it.engine.probe(id, http('/'))).toEqual(notReady(/port/i))
  })

  test('probes by command, with a time limit', async () => {
    const { id } = await deploy(it.engine, spec('longshore/clock:1'))
    if (it.harness.rejectsCommands) {
      expect(await it.engine.probe(id, command('0'))).toEqual(notReady(/Install Docker, Podman or bubblewrap/))
      return
    }
    expect(await it.engine.probe(id, command('console.log("secret")'))).toEqual({ isReady: true })
    const failed = await it.engine.probe(id, command('console.log("secret"); process.exit(4)'))
    expect(failed).toEqual(notReady(/^The command ended with exit code 4\.$/))
    expect(await it.engine.probe(id, command('setInterval(() => {}, 1000)', 600))).toEqual(notReady(/within 600 ms/))
    const missing: Probe = { kind: 'command', command: ['no-such-program'], timeoutMs: 20_000 }
    expect(await it.engine.probe(id, missing)).toEqual(notReady(/no-such-program/))
  })

  test('reports an ended or unknown workload as not ready', async () => {
    const { id } = await deploy(it.engine, spec('longshore/trouble:1'))
    await waitForExit(it.engine, id)
    for (const probe of [tcp, http('/'), command('0')])
      expect(await it.engine.probe(id, probe)).toEqual(notReady(/not running/))
    expect(await it.engine.probe('nobody', tcp)).toEqual(notReady(/not running/))
  })

  test('reports a program that does not answer in time', async () => {
    const { id } = await deploy(it.engine, spec('longshore/hello:1', hello))
    await fetchPage(await until(async () => (await it.engine.inspect(id)) ?? Promise.reject(new Error('gone'))))
    const late: Probe = { kind: 'http', path: '/health', containerPort: 8080, timeoutMs: 0 }
    expect(await it.engine.probe(id, late)).toEqual(notReady(/within 0 ms/))
  })
}
