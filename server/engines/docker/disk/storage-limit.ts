import type { ContainerCreateOptions } from 'dockerode'
import type { WorkloadSpec } from '../../engine.ts'
import { statusOf } from '../docker-failure.ts'

/** How engines refuse a limit that their storage driver does not have. */
const unsupportedOption = /storage.?opt|quota|backing ?fs/i

/**
 * The engine's own limit for what a container writes. Whether the storage driver has one depends on the file system and
 * on how it is mounted, so it is tried with the first container and remembered.
 */
export class StorageLimit {
  #isUnsupported = false

  /** Creates a container with the limit, or without where the engine has none. */
  async create(spec: WorkloadSpec, options: ContainerCreateOptions, create: Create): Promise<unknown> {
    const size = this.#isUnsupported ? undefined : spec.limits.storageBytes
    if (size === undefined) return create(options)
    try {
      return await create({ ...options, HostConfig: { ...options.HostConfig, StorageOpt: { size: String(size) } } })
    } catch (error) {
      if (!mayBeTheLimit(error)) throw error
      await create(options)
      // Only now it is certain that the limit was the reason, and not a name that happens to hold one of the words.
      this.#isUnsupported = true
      return undefined
    }
  }
}

type Create = (options: ContainerCreateOptions) => Promise<unknown>

const mayBeTheLimit = (error: unknown): boolean =>
  error instanceof Error && statusOf(error) !== 404 && statusOf(error) !== 409 && unsupportedOption.test(error.message)

/**
 * The largest file that a workload may write, enforced by the kernel on every storage driver. It also bounds the files
 * that lie outside of the container's layer (`/etc/hosts`) and those that are deleted while they are open.
 */
export const fileSizeLimit = ({ limits }: WorkloadSpec) =>
  limits.storageBytes === undefined ? [] : [{ Name: 'fsize', Soft: limits.storageBytes, Hard: limits.storageBytes }]
