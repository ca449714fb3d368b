import { eq } from 'drizzle-orm'
import type { FastifyRequest } from 'fastify'
import { callNamed } from '../../../src/contract/contract.ts'
import { ApiError } from '../../http/api-error.ts'
import type { Handlers, UserCaller } from '../../http/handler.ts'
import type { Authorize } from '../../http/policy.ts'
import { whereOf } from '../../http/where-of.ts'
import { type deployHooks, deployments, instances } from '../../store/schema.ts'
import type { HookOptions } from './deploy-hook-handlers.ts'
import { isSameImage, type Push } from './pushed-image.ts'
import { giveSignatureBack, takeSignature } from './received-signatures.ts'

export interface HookRouteOptions extends HookOptions {
  authorize: Authorize
  redeploy: Handlers<'redeployInstance'>['redeployInstance']
}

export type HookRow = typeof deployHooks.$inferSelect

/** Deploys unless a request with the same signature was accepted before. */
export async function deployOnce(
  { db }: HookRouteOptions,
  { id }: HookRow,
  signature: string | null,
  deployNow: () => Promise<HookResult>,
): Promise<HookResult> {
  if (signature === null) return deployNow()
  if (!(await takeSignature(db, id, signature)))
    return { deployed: false, message: 'This signed request was received before.' }
  try {
    return await deployNow()
  } catch (error) {
    await giveSignatureBack(db, id, signature)
    throw error
  }
}

export interface HookResult {
  deployed: boolean
  message: string
}

/** Redeploys the instance of a hook if the push concerns it. */
export async function deployPushed(
  options: HookRouteOptions,
  hook: HookRow,
  push: Push,
  request: FastifyRequest,
): Promise<HookResult> {
  if (push.kind === 'nothing') return { deployed: false, message: 'This event is no push of an image.' }
  if (push.kind === 'images' && !(await usesOneOf(options, hook, push.images)))
    return { deployed: false, message: 'No service of this instance uses this image.' }
  const { db, authorize, redeploy } = options
  const [instance] = await db
    .select({ organizationId: instances.organizationId, desiredState: instances.desiredState })
    .from(instances)
    .where(eq(instances.id, hook.instanceId))
  if (!instance) throw new ApiError('notFound')
  // A push of an image is no reason to pay for an instance again.
  if (instance.desiredState !== 'active') return { deployed: false, message: 'This instance is closed.' }
  const caller = callerOf(hook, instance)
  // The author of the hook may have left since.
  const scope = await authorize(caller, callNamed('redeployInstance').access, hook.instanceId)
  await redeploy({
    ...whereOf(request),
    input: { id: hook.instanceId, strategy: 'surge' },
    caller,
    scope,
    cookies: { read: () => undefined, set: () => {} },
    log: request.log,
    requestId: request.id,
    signal: AbortSignal.timeout(60_000),
  })
  return { deployed: true, message: 'The saved configuration is being deployed.' }
}

async function usesOneOf({ db }: HookRouteOptions, hook: HookRow, images: string[]): Promise<boolean> {
  const [newest] = await db
    .select({ configuration: deployments.configuration })
    .from(instances)
    .innerJoin(deployments, eq(deployments.id, instances.desiredDeployment))
    .where(eq(instances.id, hook.instanceId))
  const used = newest?.configuration.services.map(({ image }) => image) ?? []
  return images.some((pushed) => used.some((image) => isSameImage(pushed, image)))
}

/** A hook acts for its author, with the right to deploy and no other. */
const callerOf = (
  hook: HookRow,
  { organizationId }: Pick<typeof instances.$inferSelect, 'organizationId'>,
): UserCaller => ({
  kind: 'user',
  userId: hook.createdBy,
  by: {
    apiKey: {
      id: hook.id,
      name: 'Deploy hook',
      organizationId,
      appType: 'compute',
      scopes: ['deploy'],
      expiresAtMs: null,
    },
  },
})
