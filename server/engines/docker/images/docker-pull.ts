import { EngineFailure, type PullOptions, type RegistryCredentials } from '../../engine.ts'
import { checkedImage, parseImageReference } from '../../image-reference.ts'
import type { DockerClient } from '../docker-client.ts'
import { dockerFailure, failureInWords, statusOf } from '../docker-failure.ts'
import { readJsonLines } from '../read-json-lines.ts'
import { pullProgress } from './pull-progress.ts'

export interface PullLine {
  id?: string
  status?: string
  error?: string
  progressDetail?: { current?: number; total?: number }
}

export async function dockerPull({ docker }: DockerClient, image: string, options: PullOptions): Promise<void> {
  const { credentials, signal, onProgress } = options
  checkedImage(image)
  const subject = { image, withCredentials: credentials !== undefined }
  try {
    if (!options.always && (await isPresent())) return
    const source = await docker.pull(image, {
      ...(credentials ? { authconfig: authFor(image, credentials) } : {}),
      ...(signal ? { abortSignal: signal } : {}),
    })
    const progress = pullProgress(image, onProgress ?? (() => {}))
    // dockerode's stream is the response; its type says less than it is.
    for await (const line of readJsonLines<PullLine>(source as AsyncIterable<Buffer>)) {
      if (line.error) throw failureInWords(line.error, subject)
      progress(line)
    }
  } catch (error) {
    signal?.throwIfAborted()
    throw dockerFailure(error, subject)
  }

  async function isPresent(): Promise<boolean> {
    try {
      await docker.getImage(image).inspect()
      return true
    } catch (error) {
      if (statusOf(error) === 404) return false
      throw error
    }
  }
}

/** A password goes to the registry that it was given for and to no other. */
function authFor(image: string, { registry, username, password }: RegistryCredentials) {
  const wanted = parseImageReference(image).registry
  if (registryHost(registry) !== wanted) {
    throw new EngineFailure(
      'invalidSpec',
      `The credentials are for ${registry}, but the image ${image} lives in ${wanted}. Give the credentials of that registry.`,
    )
  }
  return { username, password, serveraddress: wanted === 'docker.io' ? 'https://index.docker.io/v1/' : wanted }
}

function registryHost(registry: string): string {
  const host = registry
    .trim()
    .toLowerCase()
    .replace(/^https?:\/\//, '')
    .split('/', 1)
    .join()
  return ['', 'docker.io', 'index.docker.io', 'registry-1.docker.io', 'hub.docker.com'].includes(host)
    ? 'docker.io'
    : host
}
