import { and, eq } from 'drizzle-orm'
import type { FastifyInstance } from 'fastify'
import type { Db } from '../../../store/connection.ts'
import { domainCertificates } from '../../../store/schema.ts'

const token = /^[\w-]{1,200}$/

/** Answers HTTP-01 challenges of certificate authorities (RFC 8555, section 8.3), which the gateway passes on. */
export function serveChallenges(app: FastifyInstance, db: Db): void {
  app.get<{ Params: { token: string } }>('/.well-known/acme-challenge/:token', async (request, reply) => {
    const found = await readKeyAuthorization(db, request.params.token)
    return reply
      .code(found === null ? 404 : 200)
      .type('text/plain; charset=utf-8')
      .header('cache-control', 'no-store')
      .send(found ?? 'No such challenge.')
  })
}

export async function readKeyAuthorization(db: Db, given: string): Promise<string | null> {
  if (!token.test(given)) return null
  const [row] = await db
    .select({ keyAuthorization: domainCertificates.keyAuthorization })
    .from(domainCertificates)
    .where(and(eq(domainCertificates.challengeToken, given), eq(domainCertificates.challengeType, 'http-01')))
  return row?.keyAuthorization ?? null
}
