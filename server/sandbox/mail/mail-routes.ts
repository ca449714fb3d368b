import type { FastifyInstance } from 'fastify'
import { ApiError } from '../../http/api-error.ts'
import type { Db } from '../../store/connection.ts'
import { isFromThisMachine } from '../loopback.ts'
import { servePageAssets } from '../page-assets.ts'
import { pageHeaders } from '../page-headers.ts'
import { mailPage } from './mail-page.ts'
import { readMails } from './mail-store.ts'

const PATH = '/api/sandbox/mail'

/**
 * Serves the mails that were stored instead of sent: JSON for programs, a page for browsers, and 404 for other
 * machines.
 */
export const serveSandboxMails = (app: FastifyInstance, db: Db, productName: string): void => {
  app.register(async (scope) => {
    scope.addHook('onRequest', async (request) => {
      if (!isFromThisMachine(request)) throw new ApiError('notFound')
    })
    scope.get(PATH, async (request, reply) => {
      const mails = await readMails(db)
      if (!request.headers.accept?.includes('text/html'))
        return reply.header('cache-control', 'no-store').send({ mails })
      return reply
        .headers(pageHeaders)
        .type('text/html')
        .send(mailPage(PATH, productName, mails))
    })
    servePageAssets(scope, PATH)
  })
}
