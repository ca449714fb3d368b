import { Readable } from 'node:stream'
import { eq } from 'drizzle-orm'
import type { FastifyInstance } from 'fastify'
import { Refused } from '../../../http/refused.ts'
import type { Db } from '../../../store/connection.ts'
import { deployments } from '../../../store/schema.ts'
import { useTicket } from './tickets.ts'
import { writtenLog } from './written-log.ts'

export const downloadPath = (deploymentId: string, ticket: string): string =>
  `/api/compute-instance/deployment/${deploymentId}/logs/download/${ticket}`

const types = { text: 'text/plain; charset=utf-8', ndjson: 'application/x-ndjson; charset=utf-8' }
const endings = { text: 'log', ndjson: 'ndjson' }

/** The file behind a ticket. Its address is no call: the ticket is all the right that it needs. */
export function serveDownloads(app: FastifyInstance, db: Db): void {
  app.get<{ Params: { id: string; ticket: string } }>(
    downloadPath(':id', ':ticket'),
    // Looking whether it is there would use the ticket up.
    { exposeHeadRoute: false },
    async (request, reply) => {
      const download = await useTicket(db, request.params.ticket)
      if (download?.deploymentId !== request.params.id)
        throw new Refused('notFound', {
          words: 'This file was fetched already, or its minute is over. Ask for it again.',
        })
      const [deployment] = await db
        .select({ instanceId: deployments.instanceId })
        .from(deployments)
        .where(eq(deployments.id, download.deploymentId))
      if (!deployment) throw new Refused('notFound')
      const name = `service-logs-${deployment.instanceId}.${endings[download.format]}`
      return reply
        .type(types[download.format])
        .header('content-disposition', `attachment; filename="${name}"`)
        .send(Readable.from(writtenLog(db, download), { highWaterMark: 1 }))
    },
  )
}
