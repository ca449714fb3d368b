import * as v from 'valibot'
import { EngineFailure, type PullOptions } from '../../engine.ts'
import type { DockerClient } from '../docker-client.ts'
import { type FailureSubject, unreachableRegistry } from '../failure-rules.ts'
import { registryAuth } from './registry-auth.ts'
import { registryFailure } from './registry-failure.ts'

/** Longer than a slow registry takes, shorter than a user waits. */
const responseTimeoutMs = 30_000
const distribution = v.object({
  Descriptor: v.object({ digest: v.pipe(v.string(), v.regex(/^sha256:[0-9a-f]{64}$/)) }),
})

/**
 * Requests the image's current digest from its registry, through the engine. Rejects when these credentials may not
 * read the image.
 */
export async function registryDigest(
  client: DockerClient,
  image: string,
  { credentials, signal }: PullOptions,
): Promise<string> {
  const subject: FailureSubject = { image, withCredentials: credentials !== undefined }
  const limit = AbortSignal.timeout(responseTimeoutMs)
  try {
    const either = signal ? AbortSignal.any([signal, limit]) : limit
    const auth = credentials ? { authconfig: registryAuth(image, credentials) } : {}
    const response = await client.getJson<unknown>(`/distribution/${image}/json`, either, auth)
    return v.parse(distribution, response).Descriptor.digest
  } catch (error) {
    signal?.throwIfAborted()
    if (limit.aborted) throw new EngineFailure('registryUnreachable', unreachableRegistry(subject), { cause: error })
    if (error instanceof EngineFailure) throw error
    throw registryFailure(error, subject)
  }
}
