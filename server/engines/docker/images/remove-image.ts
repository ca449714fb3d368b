import type { DockerClient } from '../docker-client.ts'
import { statusOf } from '../docker-failure.ts'

/** Removes without force: an image that a container uses, or that also has another name, stays. */
export async function removeImage({ docker }: DockerClient, reference: string, signal: AbortSignal): Promise<boolean> {
  try {
    await docker.getImage(reference).remove({ abortSignal: signal })
    return true
  } catch (error) {
    if (statusOf(error) === 404) return true
    if (statusOf(error) === 409) return false
    throw error
  }
}
