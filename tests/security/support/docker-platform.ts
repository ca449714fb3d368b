import { randomBytes } from 'node:crypto'
import type Docker from 'dockerode'
import { afterAll, beforeAll, test } from 'vitest'
import type { ComputeOptions } from '../../../server/compute/compute-options.ts'
import { createDockerEngine } from '../../../server/engines/docker.ts'
import type { Engine } from '../../../server/engines/engine.ts'
import { dockerAt, startContainerEngine } from '../../container-engine.ts'
import { busyboxImage, importBusybox } from '../../engines/bootstrap/busybox-image.ts'
import { type PrivateDockerdOptions, startPrivateDockerd } from '../../engines/bootstrap/private-dockerd.ts'
import { registryUser } from '../../engines/bootstrap/registry.ts'
import { type ComputeHarness, computeHarness, quickLimits } from '../../server/compute-harness.ts'

export interface DockerPlatform {
  docker: Docker
  dockerHost: string
  installationId: string
  engine: Engine
  harness: ComputeHarness
  /** Starts another control plane on the same engine, with other settings and its own database. */
  another(environment: NodeJS.ProcessEnv): Promise<ComputeHarness>
}

/**
 * Provides the platform on a real Docker engine for one test suite. Without an engine the tests are skipped; in CI they
 * fail.
 */
export function withDockerPlatform(
  environment: NodeJS.ProcessEnv = {},
  engineOptions: PrivateDockerdOptions = {},
  limits: ComputeOptions['limits'] = quickLimits,
): { test: typeof test; it: DockerPlatform } {
  const it = {} as DockerPlatform // Assigned before the first test runs.
  let skipped: string | undefined
  let stop = async () => {}

  beforeAll(async () => {
    const found = await startEngine(engineOptions)
    if ('skipped' in found) {
      skipped = found.skipped
      if (process.env.CI) throw new Error(skipped)
      return
    }
    it.docker = dockerAt(found.host)
    it.dockerHost = found.host
    await importBusybox(it.docker)
    it.installationId = `test-${randomBytes(4).toString('hex')}`
    it.engine = await createDockerEngine({ installationId: it.installationId, dockerHost: found.host })
    const harnesses: ComputeHarness[] = []
    it.another = async (settings) => {
      const made = await computeHarness({ engine: it.engine, environment: settings, limits })
      harnesses.push(made)
      return made
    }
    it.harness = await it.another(environment)
    stop = async () => {
      for (const one of harnesses) await one.close()
      await it.engine.close()
      await found.stop()
    }
  })
  afterAll(() => stop())

  const guarded = test.extend('guard', { auto: true }, ({ skip }: { skip: (note: string) => void }) => {
    if (skipped !== undefined) skip(skipped)
  })
  return { test: guarded as unknown as typeof test, it }
}

async function startEngine(options: PrivateDockerdOptions) {
  const found = await startContainerEngine()
  if ('skipped' in found || options.btrfsMegabytes === undefined) return found
  await found.stop()
  return startPrivateDockerd(options)
}

/** Pushes a small image with a unique label, and removes it from the engine. */
export async function pushImage(
  docker: Docker,
  image: string,
  { user, labels = {} }: { user?: typeof registryUser; labels?: Record<string, string> } = {},
): Promise<void> {
  const at = image.lastIndexOf(':')
  const [repo, tag] = [image.slice(0, at), image.slice(at + 1)]
  const container = await docker.createContainer({ Image: busyboxImage })
  await container.commit({
    repo,
    tag,
    changes: [
      `LABEL mark=${randomBytes(8).toString('hex')}`,
      ...Object.entries(labels).map(([k, v]) => `LABEL ${k}=${v}`),
    ],
  })
  await container.remove()
  const response = await docker.getImage(image).push({ authconfig: { ...registryUser, ...user, serveraddress: repo } })
  let text = ''
  for await (const part of response) text += part
  if (text.includes('"error"')) throw new Error(text)
  await docker.getImage(image).remove()
}
