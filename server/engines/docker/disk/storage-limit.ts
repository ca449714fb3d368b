import type { ContainerCreateOptions } from 'dockerode'
import type { WorkloadSpec } from '../../engine.ts'
import { statusOf } from '../docker-failure.ts'

/** The engines' errors when their storage driver does not support a limit. */
const unsupportedOption = /storage.?opt|quota|backing ?fs/i

/**
 * Applies the engine's own limit on what a container writes. Whether the storage driver supports it depends on the file
 * system and its mount options, so the first container tries it and the result is remembered.
 */
export class StorageLimit {
  #isUnsupported = false

  /** Creates a container with the limit, or without it when the engine does not support it. */
  async create(spec: WorkloadSpec, options: ContainerCreateOptions, create: Create): Promise<unknown> {
    const size = this.#isUnsupported ? undefined : spec.limits.storageBytes
    if (size === undefined) return create(options)
    try {
      return await create({ ...options, HostConfig: { ...options.HostConfig, StorageOpt: { size: String(size) } } })
    } catch (error) {
      if (!mayBeTheLimit(error)) throw error
      await create(options)
      // Creation succeeds without the limit, so the error was about the limit and not about a name that matches the
      // pattern.
      this.#isUnsupported = true
      return undefined
    }
  }
}

type Create = (options: ContainerCreateOptions) => Promise<unknown>

const mayBeTheLimit = (error: unknown): boolean =>
  error instanceof Error && statusOf(error) !== 404 && statusOf(error) !== 409 && unsupportedOption.test(error.message)

/**
 * Limits the size of a single file, enforced by the kernel on every storage driver. It also bounds files outside the
 * container's layer (`/etc/hosts`) and files that are deleted while open. It would also bound the files in volumes, which
 * may be larger, so a workload with volumes has only the other limits.
 */
export const fileSizeLimit = ({ limits, mounts = [] }: WorkloadSpec) =>
  limits.storageBytes === undefined || mounts.some(({ isReadOnly }) => !isReadOnly)
    ? []
    : [{ Name: 'fsize', Soft: limits.storageBytes, Hard: limits.storageBytes }]
