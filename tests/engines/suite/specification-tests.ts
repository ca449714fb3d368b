import { expect } from 'vitest'
import type { WorkloadSpec } from '../../../server/engines/engine.ts'
import type { EngineCapabilities } from '../../../server/engines/interface/description.ts'
import { deploy, logText, rejectionOf, spec, waitForExit, type withEngine } from '../harness.ts'

type Suite = ReturnType<typeof withEngine>

const megabyte = 1024 * 1024
const limits = { cpuMilli: 1000, memoryBytes: 256 * megabyte }

/** A use of each capability that a specification shows, with the field that a rejection names. */
const uses: [keyof EngineCapabilities, string, Partial<WorkloadSpec>][] = [
  ['files', 'files', { files: [{ path: '/data/one', content: Buffer.from('one'), mode: 0o444 }] }],
  ['volumes', 'mounts', { mounts: [{ volumeId: 'none', path: '/data/volume' }] }],
  ['networks', 'networks', { networks: [{ networkId: 'none', aliases: [] }] }],
  ['udp', 'ports', { ports: [{ containerPort: 53, protocol: 'udp' }] }],
  ['users', 'user', { user: '1234' }],
  ['workingDirectory', 'workingDirectory', { workingDirectory: '/tmp' }],
  ['sharedMemory', 'limits.sharedMemoryBytes', { limits: { ...limits, sharedMemoryBytes: 8 * megabyte } }],
  ['stopSignals', 'stopSignal', { stopSignal: 'SIGINT' }],
]

export function specificationTests({ test, it }: Suite): void {
  test('rejects each field that the engine is not capable of by its name, and leaves nothing behind', async () => {
    const capabilities = await it.engine.capabilities()
    for (const [capability, field, overrides] of uses) {
      if (capabilities[capability] !== false) continue
      const { code, message } = await rejectionOf(deploy(it.engine, spec('longshore/clock:1', overrides)))
      expect([field, code]).toEqual([field, 'invalidSpec'])
      expect(message).toMatch(new RegExp(`^${field}: `))
    }
    expect(await it.engine.list()).toEqual([])
  })

  test('removing networks and volumes that do not exist does nothing', async () => {
    await it.engine.removeNetwork('none')
    await it.engine.removeVolume('none')
    await it.engine.disconnect('nobody', 'none')
    expect(await it.engine.listVolumes()).toEqual([])
    expect(await it.engine.volumeUsage()).toEqual(new Map())
  })

  test('an entrypoint replaces the command of the image', async () => {
    const overrides = { entrypoint: ['node', '-p'], command: ['"from the entrypoint"'] }
    if (it.harness.rejectsCommands) {
      const started = deploy(it.engine, spec('longshore/clock:1', overrides))
      return expect(started).rejects.toMatchObject({ code: 'commandUnsupported' })
    }
    const { id } = await deploy(it.engine, spec('longshore/clock:1', overrides))
    await waitForExit(it.engine, id)
    expect(await logText(it.engine.logs(id, { follow: false }))).toBe('from the entrypoint\n')
  })
}
