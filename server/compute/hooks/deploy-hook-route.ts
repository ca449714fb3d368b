import { eq } from 'drizzle-orm'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { ApiError } from '../../http/api-error.ts'
import { networkOf } from '../../http/network-of.ts'
import { createWindowCounter } from '../../http/window-counter.ts'
import { derivedKey } from '../../session/derived-key.ts'
import { deployHooks } from '../../store/schema.ts'
import { HOOK_KEY, hookPath } from './deploy-hook-handlers.ts'
import { deployOnce, deployPushed, type HookResult, type HookRouteOptions, type HookRow } from './deploy-pushed.ts'
import { checkSignature, hashOfToken, signingSecretOf } from './hook-secrets.ts'
import { pushOf } from './pushed-image.ts'

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
    const hookOf = new WeakMap<FastifyRequest, HookRow>()
    // Named as the access log expects secrets in paths.
    scoped.post<{ Params: { ticket: string } }>(
      hookPath(':ticket'),
      {
        bodyLimit: BODY_LIMIT,
        config: { rateLimit: false },
        // Before the body of a stranger is read.
        onRequest: async (request) => {
          const hook = await findHook(options, request.params.ticket)
          if (hook) return void hookOf.set(request, hook)
          if (!ofUnknown.take(networkOf(request.ip))) throw new ApiError('tooMany')
          throw new ApiError('notFound')
        },
      },
      async (request) => {
        const hook = hookOf.get(request)
        if (!hook) throw new ApiError('notFound')
        const body = Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0)
        const signature = signatureOf(options, hook, request, body)
        // A sender without the secret must not use up the requests of the one that has it.
        if (signature.kind === 'rejected' && !ofUnknown.take(networkOf(request.ip))) throw new ApiError('tooMany')
        if (signature.kind === 'accepted' && !ofHooks.take(hook.id)) throw new ApiError('tooMany')
        return recorded(options, hook, async () => {
          if (signature.kind === 'rejected')
            throw new ApiError('notAllowed', { message: 'The signature of this webhook is missing or wrong.' })
          const push = pushOf(parsed(body))
          if (!push) throw new ApiError('invalid', { message: 'This webhook is in no known format.' })
          return deployOnce(options, hook, signature.value, () => deployPushed(options, hook, push, request))
        })
      },
    )
  })
}

/** Runs a request of a known hook, and records its result for the page of the instance. */
async function recorded(
  { db }: HookRouteOptions,
  { id }: HookRow,
  run: () => Promise<HookResult>,
): Promise<HookResult> {
  const record = (lastResult: string) =>
    db.update(deployHooks).set({ lastUsedAt: new Date(), lastResult }).where(eq(deployHooks.id, id))
  try {
    const result = await run()
    await record(result.message)
    return result
  } catch (error) {
    if (error instanceof ApiError) await record(error.message)
    throw error
  }
}

async function findHook({ db }: HookRouteOptions, token: string): Promise<HookRow | undefined> {
  const [hook] = await db
    .select()
    .from(deployHooks)
    .where(eq(deployHooks.tokenHash, hashOfToken(token)))
  return hook
}

function signatureOf(
  { secret }: HookRouteOptions,
  hook: HookRow,
  { headers }: FastifyRequest,
  body: Buffer,
): { kind: 'accepted'; value: string | null } | { kind: 'rejected' } {
  const signingSecret = signingSecretOf(derivedKey(secret, HOOK_KEY), hook.id)
  const signature = checkSignature({ headers, body }, signingSecret, Date.now())
  if (signature.kind === 'valid') return { kind: 'accepted', value: signature.signature }
  return signature.kind === 'absent' && !hook.signatureRequired
    ? { kind: 'accepted', value: null }
    : { kind: 'rejected' }
}

function parsed(body: Buffer): unknown {
  if (body.length === 0) return undefined
  try {
    return JSON.parse(body.toString('utf8'))
  } catch (error) {
    throw new ApiError('malformed', { cause: error })
  }
}
