import { eq } from 'drizzle-orm'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { callNamed } from '../../../src/contract/contract.ts'
import { ApiError } from '../../http/api-error.ts'
import type { Handlers, UserCaller } from '../../http/handler.ts'
import { networkOf } from '../../http/network-of.ts'
import type { Authorize } from '../../http/policy.ts'
import { whereOf } from '../../http/where-of.ts'
import { createWindowCounter } from '../../http/window-counter.ts'
import { derivedKey } from '../../session/derived-key.ts'
import { deployHooks, deployments, instances } from '../../store/schema.ts'
import { HOOK_KEY, type HookOptions, hookPath } from './deploy-hook-handlers.ts'
import { checkSignature, hashOfToken, signingSecretOf } from './hook-secrets.ts'
import { isSameImage, type Push, pushOf } from './pushed-image.ts'

export interface HookRouteOptions extends HookOptions {
  authorize: Authorize
  redeploy: Handlers<'redeployInstance'>['redeployInstance']
}

type HookRow = typeof deployHooks.$inferSelect

const PER_MINUTE = 10
const UNKNOWN_PER_MINUTE = 30
const BODY_LIMIT = 262_144

/**
 * Redeploys an instance at the request of a script or a registry. The route is not a call of the contract, because the
 * signature is about the bytes of the body, whose form the sender decides.
 */
export function serveDeployHooks(app: FastifyInstance, options: HookRouteOptions): void {
  const ofHooks = createWindowCounter(PER_MINUTE)
  const ofUnknown = createWindowCounter(UNKNOWN_PER_MINUTE)

  void app.register(async (scoped) => {
    scoped.removeAllContentTypeParsers()
    scoped.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, body, done) => done(null, body))
    // Named as the access log expects secrets in paths.
    scoped.post<{ Params: { ticket: string } }>(
      hookPath(':ticket'),
      { bodyLimit: BODY_LIMIT, config: { rateLimit: false } },
      async (request) => {
        const hook = await findHook(options, request.params.ticket)
        if (!hook) {
          if (!ofUnknown.take(networkOf(request.ip))) throw new ApiError('tooMany')
          throw new ApiError('notFound')
        }
        if (!ofHooks.take(hook.id)) throw new ApiError('tooMany')
        const body = Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0)
        checkSigned(options, hook, request, body)
        const push = pushOf(parsed(body))
        if (!push) throw new ApiError('invalid', { message: 'This webhook is in no known format.' })
        const result = await deploy(options, hook, push, request)
        await options.db
          .update(deployHooks)
          .set({ lastUsedAt: new Date(), lastResult: result.message })
          .where(eq(deployHooks.id, hook.id))
        return result
      },
    )
  })
}

async function findHook({ db }: HookRouteOptions, token: string): Promise<HookRow | undefined> {
  const [hook] = await db
    .select()
    .from(deployHooks)
    .where(eq(deployHooks.tokenHash, hashOfToken(token)))
  return hook
}

function checkSigned({ secret }: HookRouteOptions, hook: HookRow, { headers }: FastifyRequest, body: Buffer): void {
  const signature = checkSignature({ headers, body }, signingSecretOf(derivedKey(secret, HOOK_KEY), hook.id))
  if (signature === 'invalid' || (signature === 'absent' && hook.signatureRequired))
    throw new ApiError('notAllowed', { message: 'The signature of this webhook is missing or wrong.' })
}

function parsed(body: Buffer): unknown {
  if (body.length === 0) return undefined
  try {
    return JSON.parse(body.toString('utf8'))
  } catch (error) {
    throw new ApiError('malformed', { cause: error })
  }
}

interface HookResult {
  deployed: boolean
  message: string
}

async function deploy(
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
    .select({ organizationId: instances.organizationId })
    .from(instances)
    .where(eq(instances.id, hook.instanceId))
  if (!instance) throw new ApiError('notFound')
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
