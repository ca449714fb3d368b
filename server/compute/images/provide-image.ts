import { and, eq, sql } from 'drizzle-orm'
import type { DeploymentId, OrganizationId } from '../../../src/contract/wire/common.ts'
import { type Engine, EngineFailure, type PulledImage, type PullOptions } from '../../engines/engine.ts'
import type { Engines } from '../../engines/engines.ts'
import type { DbOrTx } from '../../store/connection.ts'
import { deploymentImages, pulledImages } from '../../store/schema.ts'
import type { FreeDisk } from '../disk/free-disk.ts'
import { createFairTurns } from '../fair-turns.ts'
import type { Confirmations, ImageAccess } from './confirmations.ts'
import { checkRegistry, type ImageRules, imageSource } from './image-source.ts'

export interface DeploymentImage {
  organizationId: OrganizationId
  deploymentId: DeploymentId
  service: string
  image: string
  /** The name of the engine that needs it. */
  engine: string
}

export type ProvideImage = (
  deploymentImage: DeploymentImage,
  options: PullOptions & { logProgress: (line: string) => void },
) => Promise<PulledImage['reference']>

/** Per organisation. */
const REGISTRIES_AT_ONCE = 4
const never = new AbortController().signal

interface ProvideOptions {
  db: DbOrTx
  engines: Engines<Pick<Engine, 'name' | 'pull'>>
  confirmations: Confirmations
  rules: ImageRules
  /** By the name of the engine. */
  disks: Engines<FreeDisk>
}

/**
 * Pulls the image of one service of a deployment and returns the reference to start. The image of a registry is only used after the
 * registry has confirmed access with these credentials: a copy that another tenant pulled proves nothing. While the
 * registry is unreachable, an earlier confirmation for the same organisation and credentials counts.
 */
export function createProvideImage({ db, engines, confirmations, rules, disks }: ProvideOptions): ProvideImage {
  const turns = createFairTurns(Number.POSITIVE_INFINITY, REGISTRIES_AT_ONCE)

  return async (deploymentImage, { logProgress, ...options }) => {
    const { image } = deploymentImage
    const engine = engines.of(deploymentImage.engine)
    // The process engine itself rejects images that are not built in.
    const source = engine.name === 'process' ? 'builtIn' : imageSource(image, rules)
    if (source === 'builtIn') return (await engine.pull(image, options)).reference
    if (source === 'local') return (await engine.pull(image, { ...options, from: 'cache' })).reference

    const before = await referenceOf(deploymentImage)
    if (before !== undefined && (await isCached(engine, before))) return before
    const request = { ...deploymentImage, credentials: options.credentials, image: before ?? image }
    const reference = await fromRegistry(request, options).catch((error: unknown) =>
      fromConfirmation(request, error, logProgress),
    )
    await db.update(deploymentImages).set({ reference }).where(ofService(deploymentImage))
    return reference
  }

  type ImageRequest = DeploymentImage & ImageAccess

  /** Limits the requests of each organisation, because a slow registry could hold them open. */
  async function fromRegistry(request: ImageRequest, options: PullOptions): Promise<string> {
    options.onProgress?.('Waiting for other image pulls of the organisation')
    const { organizationId } = request
    if (!(await turns.take(organizationId, options.signal ?? never))) options.signal?.throwIfAborted()
    try {
      return await confirmAndPull(request, options)
    } finally {
      turns.give(organizationId)
    }
  }

  async function confirmAndPull(request: ImageRequest, options: PullOptions): Promise<string> {
    await checkRegistry(request.image, rules)
    const { engine } = request
    const { reference, isNew } = await disks.of(engine).whileEnough((full) =>
      engines.of(engine).pull(request.image, {
        ...options,
        signal: options.signal ? AbortSignal.any([options.signal, full]) : full,
      }),
    )
    if (isNew) await recordPulled(engine, reference)
    await db.update(pulledImages).set({ unusedSince: null }).where(eq(pulledImages.reference, reference))
    await confirmations.add(request, reference)
    return reference
  }

  async function recordPulled(engine: string, reference: string): Promise<void> {
    await db
      .insert(pulledImages)
      .values({ reference, engines: [engine] })
      .onConflictDoUpdate({
        target: pulledImages.reference,
        set: { engines: sql`array_append(array_remove(${pulledImages.engines}, ${engine}), ${engine})` },
      })
  }

  async function fromConfirmation(
    request: ImageRequest,
    error: unknown,
    logProgress: (line: string) => void,
  ): Promise<string> {
    if (!(error instanceof EngineFailure)) throw error
    if (error.code === 'registryDenied' || error.code === 'imageNotFound') await confirmations.drop(request)
    const confirmed = error.code === 'registryUnreachable' ? await confirmations.find(request) : undefined
    if (confirmed === undefined || !(await isCached(engines.of(request.engine), confirmed))) throw error
    logProgress(
      'The registry cannot be reached. Using the copy on this machine, because the registry granted you access before.',
    )
    return confirmed
  }

  async function isCached(engine: Pick<Engine, 'pull'>, reference: string): Promise<boolean> {
    try {
      await engine.pull(reference, { from: 'cache' })
      return true
    } catch (error) {
      if (error instanceof EngineFailure && error.code === 'imageNotFound') return false
      throw error
    }
  }

  async function referenceOf(of: DeploymentImage): Promise<string | undefined> {
    const [row] = await db.select({ reference: deploymentImages.reference }).from(deploymentImages).where(ofService(of))
    return row?.reference ?? undefined
  }
}

const ofService = ({ deploymentId, service }: DeploymentImage) =>
  and(eq(deploymentImages.deploymentId, deploymentId), eq(deploymentImages.service, service))
