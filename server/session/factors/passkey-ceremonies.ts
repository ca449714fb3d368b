import { randomBytes } from 'node:crypto'
import { and, eq, lt, sql } from 'drizzle-orm'
import type { UserId } from '../../../src/contract/wire/common.ts'
import type { CreatedPasskey, SignedPasskey } from '../../../src/contract/wire/factor.ts'
import { isAdmitted } from '../../accounts/admission.ts'
import { ApiError } from '../../http/api-error.ts'
import type { Db, DbOrTx } from '../../store/connection.ts'
import { databaseErrorKind } from '../../store/database-error-kind.ts'
import { passkeys, users } from '../../store/schema.ts'
import { type ChallengeUse, newChallenge, spendChallenge } from './challenges.ts'
import type { RelyingParty } from './relying-party.ts'
import { passkeysOf } from './user-factors.ts'

type Row = typeof passkeys.$inferSelect

/** COSE: Ed25519, ECDSA with P-256, RSA with SHA-256. */
const ALGORITHMS = [-8, -7, -257]

/** Loaded with the first passkey: it takes more than half a second and many megabytes. */
const library = () => import('@simplewebauthn/server')

// The library's types list only a few known transports; authenticators may have others.
const listed = (rows: Row[]) => rows.map(({ credentialId, transports }) => ({ id: credentialId, transports }))

/** Returns the options with which an authenticator creates a passkey for a user. */
export const creationOptions = async (db: Db, party: RelyingParty, userId: UserId, session: string) => {
  const { generateRegistrationOptions } = await library()
  const { username, name, handle } = await passkeyUser(db, userId)
  return generateRegistrationOptions({
    rpName: party.name,
    rpID: party.id,
    userName: username,
    userDisplayName: name || username,
    userID: Buffer.from(handle, 'base64url'),
    challenge: Buffer.from(await newChallenge(db, { purpose: 'enrol', holder: session }), 'base64url'),
    attestationType: 'none',
    supportedAlgorithmIDs: [...ALGORITHMS],
    excludeCredentials: listed(await passkeysOf(db, userId)),
    authenticatorSelection: { residentKey: 'preferred', userVerification: 'preferred' },
  })
}

/** Returns the user with their handle for authenticators: random, meaningless and created once. */
const passkeyUser = async (db: Db, userId: UserId) => {
  const [row] = await db
    .update(users)
    .set({ passkeyHandle: sql`coalesce(${users.passkeyHandle}, ${randomBytes(32).toString('base64url')})` })
    .where(eq(users.id, userId))
    .returning({ username: users.username, name: users.name, handle: users.passkeyHandle })
  if (!row?.handle) throw new ApiError('sessionEnded')
  return { ...row, handle: row.handle }
}

/** Verifies a passkey that was created for this session's challenge, and returns the row to store. */
export const verifyCreated = async (db: Db, party: RelyingParty, session: string, response: CreatedPasskey) => {
  const { verifyRegistrationResponse } = await library()
  const { registrationInfo } = await verifyOrReject(() =>
    verifyRegistrationResponse({
      // The library's type requires transports and fields that it does not use.
      response: { ...response, clientExtensionResults: {} } as Parameters<
        typeof verifyRegistrationResponse
      >[0]['response'],
      expectedChallenge: (challenge) => spendChallenge(db, { purpose: 'enrol', holder: session }, challenge),
      expectedOrigin: party.origins,
      expectedRPID: party.id,
      supportedAlgorithmIDs: [...ALGORITHMS],
      // A security key without a PIN is a second factor too; it cannot log in alone.
      requireUserVerification: false,
    }),
  )
  if (!registrationInfo) throw new ApiError('passkeyRejected')
  const { credential, credentialDeviceType, credentialBackedUp } = registrationInfo
  return {
    credentialId: credential.id,
    publicKey: credential.publicKey,
    counter: credential.counter,
    transports: response.response.transports ?? [],
    deviceType: credentialDeviceType,
    backedUp: credentialBackedUp,
  }
}

/**
 * Returns the options for signing with any passkey of a user, or with any discoverable passkey if the user is not known
 * yet.
 */
export const requestOptions = async (db: Db, party: RelyingParty, use: ChallengeUse, userId: UserId | null) => {
  const { generateAuthenticationOptions } = await library()
  return generateAuthenticationOptions({
    rpID: party.id,
    challenge: Buffer.from(await newChallenge(db, use), 'base64url'),
    userVerification: userId === null ? 'required' : 'preferred',
    ...(userId !== null && { allowCredentials: listed(await passkeysOf(db, userId)) }),
  })
}

/**
 * Verifies a signed challenge and returns its passkey. Throws `passkeyRejected` for every reason, so that callers
 * cannot find out which passkeys or accounts exist. Without a `userId` the passkey identifies the user, and must have
 * verified them.
 */
export const verifySigned = async (
  db: Db,
  party: RelyingParty,
  { use, userId, response }: { use: ChallengeUse; userId: UserId | null; response: SignedPasskey },
): Promise<Pick<Row, 'id' | 'userId'>> => {
  const { verifyAuthenticationResponse } = await library()
  const known = await knownPasskey(db, response, userId)
  if (!known) throw new ApiError('passkeyRejected')
  const { verified, authenticationInfo } = await verifyOrReject(() =>
    verifyAuthenticationResponse({
      // As above.
      response: { ...response, clientExtensionResults: {} } as Parameters<
        typeof verifyAuthenticationResponse
      >[0]['response'],
      expectedChallenge: (challenge) => spendChallenge(db, use, challenge),
      expectedOrigin: party.origins,
      expectedRPID: party.id,
      credential: {
        id: known.credentialId,
        publicKey: Uint8Array.from(known.publicKey),
        counter: known.counter,
      },
      requireUserVerification: userId === null,
    }),
  )
  if (!verified) throw new ApiError('passkeyRejected')
  const { newCounter, credentialBackedUp } = authenticationInfo
  // Rejects if the passkey was removed, or if a signature with this or a higher counter was accepted meanwhile: one of
  // them may come from a copy. Synced passkeys do not count and always send 0.
  const { rowCount } = await db
    .update(passkeys)
    .set({ counter: newCounter, backedUp: credentialBackedUp, lastUsedAt: sql`now()` })
    .where(
      and(eq(passkeys.id, known.id), newCounter === 0 ? eq(passkeys.counter, 0) : lt(passkeys.counter, newCounter)),
    )
  if (rowCount !== 1) throw new ApiError('passkeyRejected')
  return known
}

const knownPasskey = async (db: DbOrTx, { id, response }: SignedPasskey, userId: UserId | null) => {
  const [found] = await db
    .select({ passkey: passkeys, handle: users.passkeyHandle })
    .from(passkeys)
    .innerJoin(users, and(eq(users.id, passkeys.userId), isAdmitted()))
    .where(and(eq(passkeys.credentialId, id), userId === null ? undefined : eq(passkeys.userId, userId)))
  if (!found) return undefined
  const { userHandle } = response
  // Without a `userId` the response must contain the user handle.
  const isOwner = userHandle === undefined ? userId !== null : userHandle === found.handle
  return isOwner ? found.passkey : undefined
}

/** Maps all verification errors to `passkeyRejected`; rethrows database errors. */
const verifyOrReject = async <T>(verify: () => Promise<T>): Promise<T> => {
  try {
    return await verify()
  } catch (error) {
    if (databaseErrorKind(error)) throw error
    throw new ApiError('passkeyRejected', { cause: error })
  }
}
