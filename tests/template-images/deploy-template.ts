import { expect } from 'vitest'
import type { Template } from '../../src/contract/wire/catalogue.ts'
import type { GatewayResponse, RequestOptions } from '../server/routed-gateway.ts'
import { until } from '../server/until.ts'
import type { TemplatePlatform } from './template-platform.ts'

const READY_MS = 300_000

/** An instance of a template, as its users meet it. */
export interface Deployed {
  /** Sends a request through the gateway, to the instance's own host name. */
  get(path: string, options?: RequestOptions): Promise<GatewayResponse>
  /** The port of this machine that leads to a port of a service. */
  port(containerPort: number): number
  /** The value of a variable, as members reveal it. */
  value(name: string, service?: string): Promise<string>
  /** Runs a program in a service; resolves with its output, and rejects if it fails. */
  run(command: string[], service?: string): Promise<string>
  /** Runs a script of Node's in the probe. */
  probe(script: string): Promise<string>
  /** Resolves when a new deployment serves. */
  restart(): Promise<void>
  /** Deletes the instance and its volumes. */
  remove(): Promise<void>
}

interface Choice {
  id: string
  /** Adds a service that reaches the internal ports of the others. */
  withProbe?: boolean | undefined
  /** The default one when not given. */
  version?: string | undefined
}

/** Deploys a template as the console does: with its defaults, and the values that a user gives. */
export async function deployTemplate(
  { harness, gateway, engine }: TemplatePlatform,
  choice: Choice,
): Promise<Deployed> {
  const { template } = await harness.call('readTemplate', { id: choice.id })
  const { organizationId } = harness
  const { _id: projectId } = await harness.call('createProject', { organizationId, name: template.name })
  const { instance } = await harness.call('createInstance', {
    organizationId,
    projectId,
    name: template.name,
    region: 'us-west',
    templateId: choice.id,
    ...requestOf(template, choice),
  })
  const { _id: id } = instance
  const active = async (number: number) => {
    const isServing = async () => {
      const now = await harness.instance(id)
      const serving = now.deployments.find(({ _id }) => _id === now.activeDeployment)
      const isReady = now.state === 'Active' && serving?.number === number && serving.status === 'Deployed'
      return (isReady || now.state === 'Failed-start') && now
    }
    const now = await until(isServing, READY_MS).catch(() => harness.instance(id))
    if (now.state === 'Active') return now
    const lines = [...(await harness.lines(now, 'logs')), ...(await harness.lines(now, 'instanceLogs'))]
    throw new Error(`${choice.id} is ${now.state}: ${now.error?.message}\n${lines.slice(-60).join('\n')}`)
  }
  let current = await active(1)
  const workloadOf = async (service: string) => {
    const { rows } = await harness.store.pool.query<{ id: string }>(
      `select workload_id as id from replica where instance_id = $1 and service = $2 and removed_at is null
       order by created_at desc limit 1`,
      [id, service],
    )
    return rows[0]?.id ?? ''
  }
  const first = template.services[0]?.name ?? 'app'
  const run = async (command: string[], service = first): Promise<string> => {
    const { exitCode, output } = await engine.exec(await workloadOf(service), command, { timeoutMs: 30_000 })
    expect(exitCode, `${command.join(' ')}: ${output}`).toBe(0)
    return output.trim()
  }

  return {
    get: (path, options = {}) =>
      until(async () => {
        const response = await gateway.get(new URL(current.latestUrlPreview ?? '').host, { path, ...options })
        // The gateway may learn of a route a moment later than the test.
        return response.status !== 503 && response
      }),
    port(containerPort) {
      const found = current.services.flatMap(({ ports }) => ports).find((port) => port.containerPort === containerPort)
      if (!found?.hostPort) throw new Error(`${choice.id} does not publish its port ${containerPort}`)
      return found.hostPort
    },
    value: async (name, service = first) =>
      (await harness.call('revealVariable', { id, name, serviceName: service })).value,
    run,
    probe: (script) => run(['node', '-e', script], 'probe'),
    async restart() {
      await harness.call('restartInstance', { id })
      current = await active(2)
    },
    async remove() {
      await harness.call('deleteInstance', { id })
      await harness.waitUntilDeleted(id)
      const { volumes } = await harness.call('readProjectVolumes', { id: projectId })
      for (const volume of volumes) await harness.call('deleteVolume', { id: volume._id })
    },
  }
}

const probe = {
  name: 'probe',
  image: 'longshore/clock:1',
  cpuMilli: 100,
  memoryBytes: 128 * 1024 ** 2,
  storageBytes: 1024 ** 3,
}

function requestOf(template: Template, { version, withProbe }: Choice) {
  const [first] = template.services
  if (!first) throw new Error(`${template._id} has no service`)
  const image = first.versions.find(({ name }) => name === version)?.image ?? first.image
  if (version !== undefined) expect(first.versions.map(({ name }) => name)).toContain(version)
  const { configuration, serviceData } = template
  if (configuration)
    return {
      configuration: {
        services: [
          ...configuration.services.map((service) => (service.name === first.name ? { ...service, image } : service)),
          ...(withProbe ? [probe] : []),
        ],
      },
    }
  return {
    image,
    machineImageId: first.defaultAkashMachineImageId,
    ports: first.ports,
    command: first.command ?? [],
    environment: serviceData.variables
      .filter((variable) => variable.default !== '')
      .map((variable) => ({ name: variable.name, value: variable.default })),
  }
}
