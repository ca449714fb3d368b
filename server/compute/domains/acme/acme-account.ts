import { eq, sql } from 'drizzle-orm'
import { acmeAccounts } from '../../../store/schema.ts'
import type { AcmeOptions } from './acme-options.ts'
import { type AcmeClient, createAcmeClient } from './client/acme-client.ts'
import { AcmeError } from './client/acme-error.ts'
import { newKey } from './client/new-key.ts'

/** Returns a client with the account of this installation, which it creates at the first use. All nodes share it. */
export async function openAccount({ db, acme, http, accountSeal, now }: AcmeOptions): Promise<AcmeClient> {
  const directoryUrl = acme.url
  await db
    .insert(acmeAccounts)
    .values({ directoryUrl, sealedKey: accountSeal.seal(newKey(), directoryUrl) })
    .onConflictDoNothing()
  const [row] = await db.select().from(acmeAccounts).where(eq(acmeAccounts.directoryUrl, directoryUrl))
  const accountKey = row && accountSeal.open(row.sealedKey, directoryUrl)
  if (!row || accountKey === undefined)
    throw new AcmeError('The account key cannot be read, because the secret of this installation has changed.')
  const pausedMs = (row.pausedUntil?.getTime() ?? 0) - now()
  if (pausedMs > 0)
    throw new AcmeError('The certificate authority asked this installation to wait.', {
      type: 'paused',
      retryAfterMs: pausedMs,
    })
  const client = createAcmeClient({ http, directoryUrl, accountKey, accountUrl: row.accountUrl })
  if (row.accountUrl !== null) return client
  const accountUrl = await client.createAccount(acme.email)
  await db.update(acmeAccounts).set({ accountUrl }).where(eq(acmeAccounts.directoryUrl, directoryUrl))
  return client
}

/** Sends nothing to the authority for a while, for any domain. */
export async function pauseAccount({ db, acme, now }: AcmeOptions, forMs: number): Promise<void> {
  const until = new Date(now() + forMs).toISOString()
  await db
    .update(acmeAccounts)
    .set({ pausedUntil: sql`greatest(${acmeAccounts.pausedUntil}, ${until}::timestamptz)` })
    .where(eq(acmeAccounts.directoryUrl, acme.url))
}
