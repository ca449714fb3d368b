import { and, eq, lt, sql } from 'drizzle-orm'
import type { Db } from '../../store/connection.ts'
import { hookSignatures } from '../../store/schema.ts'
import { hashOfToken } from './hook-secrets.ts'

const KEPT = sql`now() - interval '90 days'`

/** Remembers a signature; returns false if a request with it was accepted before. */
export async function takeSignature(db: Db, hookId: string, signature: string): Promise<boolean> {
  await db.delete(hookSignatures).where(and(eq(hookSignatures.hookId, hookId), lt(hookSignatures.receivedAt, KEPT)))
  const taken = await db
    .insert(hookSignatures)
    .values({ hookId, signatureHash: hashOfToken(signature) })
    .onConflictDoNothing()
    .returning({ hookId: hookSignatures.hookId })
  return taken.length > 0
}

/** Forgets the signature of a request that failed, so that its sender may repeat it. */
export const giveSignatureBack = (db: Db, hookId: string, signature: string) =>
  db
    .delete(hookSignatures)
    .where(and(eq(hookSignatures.hookId, hookId), eq(hookSignatures.signatureHash, hashOfToken(signature))))
