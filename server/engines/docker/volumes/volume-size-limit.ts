import { statusOf } from '../docker-failure.ts'

interface SizeOptions {
  DriverOpts?: { size: string }
}

/**
 * Applies the engine's limit of a volume's size, which needs project quotas on the file system of its data. The first
 * volume with a size tries it, and the result is remembered.
 */
export class VolumeSizeLimit {
  #isSupported: boolean | undefined

  get isSupported(): boolean | undefined {
    return this.#isSupported
  }

  async create(sizeBytes: number | undefined, create: (options: SizeOptions) => Promise<unknown>): Promise<void> {
    if (sizeBytes === undefined || this.#isSupported === false) {
      await create({})
      return
    }
    try {
      await create({ DriverOpts: { size: String(sizeBytes) } })
      this.#isSupported = true
    } catch (error) {
      if (!(error instanceof Error) || statusOf(error) === 409 || !/quota|invalid option/i.test(error.message))
        throw error
      await create({})
      this.#isSupported = false
    }
  }
}
