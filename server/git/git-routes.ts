import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import * as v from 'valibot'
import { gitProviders } from '../../src/contract/wire/account.ts'
import { organizationId } from '../../src/contract/wire/common.ts'
import type { Config } from '../config.ts'
import { ApiError } from '../http/api-error.ts'
import { overTls } from '../http/listener/data-headers.ts'
import { sessionSecretOf } from '../session/session-cookie.ts'
import { SignInFailure } from '../session/sign-in-failure.ts'
import { signInLimit } from '../session/sign-in-limit.ts'
import type { SignInFlow } from '../session/sign-in-routes.ts'
import type { Tokens } from '../session/tokens.ts'
import { authorizedPage } from './git-authorizations.ts'

const params = v.object({ provider: v.picklist(gitProviders), id: organizationId })

export interface GitRoutes {
  flow: Pick<SignInFlow, 'begin'>
  config: Pick<Config, 'publicUrl'>
  tokens: Pick<Tokens, 'sessionOf'>
  attemptsPerMinute: number
}

/** Registers the navigations that let an organisation's member grant access to their repositories at a git provider. */
export const registerGitRoutes = (
  app: FastifyInstance,
  { flow, config, tokens, attemptsPerMinute }: GitRoutes,
): void => {
  const limited = signInLimit(attemptsPerMinute)

  // Browsers send the session's cookie below `/api/auth` only.
  app.get('/api/git-meta/:provider/app/auth/:id', limited, async (request, reply) => {
    const read = v.safeParse(params, request.params)
    if (read.success)
      return uncached(reply).redirect(`/api/auth/${read.output.provider}/app/auth/${read.output.id}`, 302)
    const { provider } = pathOf(request, v.object({ provider: params.entries.provider }))
    return uncached(reply).redirect(authorizedPage(provider, 'authorization_not_allowed'), 302)
  })

  app.get('/api/auth/:provider/app/auth/:id', limited, async (request, reply) => {
    const { provider, id } = pathOf(request, params)
    // A link on another site, in a mail or in the address bar is not a request by the user.
    const site = request.headers['sec-fetch-site']
    if (site !== undefined && site !== 'same-origin') throw new ApiError('foreignOrigin')
    try {
      const secret = sessionSecretOf(request.headers.cookie, overTls(config))
      const session = secret === undefined ? undefined : await tokens.sessionOf(secret, request.ip)
      if (!session) throw new SignInFailure('sign_in_failed')
      const signedInUser = { userId: session.userId, session: session.id }
      const { location, cookies } = await flow.begin({
        provider,
        intent: 'authorize',
        signedInUser,
        organizationId: id,
        request,
      })
      return uncached(reply).header('set-cookie', cookies).redirect(location, 302)
    } catch (error) {
      if (!(error instanceof SignInFailure)) throw error
      return uncached(reply).redirect(authorizedPage(provider, error.code), 302)
    }
  })
}

const uncached = (reply: FastifyReply): FastifyReply =>
  reply.header('referrer-policy', 'no-referrer').header('cache-control', 'no-store')

const pathOf = <const Path extends v.GenericSchema>(request: FastifyRequest, path: Path): v.InferOutput<Path> => {
  const read = v.safeParse(path, request.params)
  if (!read.success) throw new ApiError('notFound')
  return read.output
}
