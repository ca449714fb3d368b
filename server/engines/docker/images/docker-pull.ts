import type { PulledImage, PullOptions } from '../../engine.ts'
import { EngineFailure } from '../../engine.ts'
import { checkedImage, checkedReference, nameOfImage } from '../../image-reference.ts'
import type { DockerClient } from '../docker-client.ts'
import { dockerFailure, engineFailureFromMessage, statusOf } from '../docker-failure.ts'
import { missingImage } from '../failure-rules.ts'
import { readJsonLines } from '../read-json-lines.ts'
import { type PullLine, pullProgress } from './pull-progress.ts'
import { registryAuth } from './registry-auth.ts'
import { registryDigest } from './registry-digest.ts'
import { registryFailure } from './registry-failure.ts'

/**
 * Requests the digest from the registry first and pulls by it, so the content that starts is the content that was
 * authorised. No tag on the engine moves, so one tenant's pull never changes what another tenant's image name refers
 * to.
 */
export async function dockerPull(client: DockerClient, image: string, options: PullOptions): Promise<PulledImage> {
  if (options.from === 'cache') return fromCache(client, checkedReference(image))
  checkedImage(image)
  if (await client.isPodman()) return podmanPull(client, image, options)
  const reference = `${nameOfImage(image)}@${await registryDigest(client, image, options)}`
  if (await imageId(client, reference)) return { reference, isNew: false }
  await pull(client, reference, image, options)
  return { reference, isNew: true }
}

async function fromCache(client: DockerClient, image: string): Promise<PulledImage> {
  const id = await imageId(client, image)
  if (id === undefined) throw new EngineFailure('imageNotFound', missingImage({ image }))
  return { reference: image.includes('@') ? image : id, isNew: false }
}

/** Always pulls, because Podman cannot query a registry without pulling. Returns the id of the pulled image. */
async function podmanPull(client: DockerClient, image: string, options: PullOptions): Promise<PulledImage> {
  const before = await imageId(client, image)
  const pulled = await pull(client, image, image, options)
  const reference = (pulled && (await imageId(client, pulled))) ?? (await imageId(client, image))
  if (reference === undefined) throw new EngineFailure('imageNotFound', missingImage({ image }))
  return { reference, isNew: reference !== before }
}

/** Returns the last id that the engine reported; for Podman, that is the image's id. */
async function pull(
  { docker }: DockerClient,
  reference: string,
  image: string,
  { credentials, signal, onProgress }: PullOptions,
): Promise<string | undefined> {
  const subject = { image, withCredentials: credentials !== undefined }
  let lastId: string | undefined
  try {
    const source = await docker.pull(reference, {
      ...(credentials ? { authconfig: registryAuth(image, credentials) } : {}),
      ...(signal ? { abortSignal: signal } : {}),
    })
    const progress = pullProgress(image, onProgress ?? (() => {}))
    // dockerode returns the response stream; its declared type is narrower.
    for await (const line of readJsonLines<PullLine>(source as AsyncIterable<Buffer>)) {
      if (line.error) throw registryFailure(engineFailureFromMessage(line.error, subject), subject)
      lastId = line.id ?? lastId
      progress(line)
    }
    return lastId
  } catch (error) {
    signal?.throwIfAborted()
    if (error instanceof EngineFailure) throw error
    throw registryFailure(error, subject)
  }
}

/** Returns the engine's id of an image; undefined when the engine does not have it. */
async function imageId({ docker }: DockerClient, name: string): Promise<string | undefined> {
  try {
    return (await docker.getImage(name).inspect()).Id
  } catch (error) {
    if (statusOf(error) === 404) return undefined
    throw dockerFailure(error, { image: name })
  }
}
