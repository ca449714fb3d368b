import { and, eq, ne, sql } from 'drizzle-orm'
import type { OrganizationId } from '../../src/contract/wire/common.ts'
import { latinUsernameFrom } from '../../src/rules/names/latin-username.ts'
import { isUsername, reservedUsernames } from '../../src/rules/usernames.ts'
import { ApiError } from '../http/api-error.ts'
import { fieldError } from '../http/field-error.ts'
import type { Tx } from '../store/connection.ts'
import { formerUsernames, organizations } from '../store/schema.ts'

type NameField = 'name' | 'username'

const KEY = 0x10e0_9136

/**
 * Takes a lock until the transaction ends. Required before giving an organisation a username, because former usernames
 * of others count as taken too.
 */
export const lockUsernames = (tx: Tx) => tx.execute(sql`select pg_advisory_xact_lock(${KEY})`)

/** Returns the username for a name; throws a field error for `name` if there is none or it is reserved. */
export const usernameOf = (name: string): string => {
  const username = latinUsernameFrom(name)
  if (username === '')
    throw nameError('name', 'invalid', 'No username can be derived from this name. Enter a username.')
  rejectReservedUsername('name', username)
  return username
}

/** Throws unless a given username is already normalised; it is never changed silently. */
export const checkUsername = (username: string): void => {
  if (!isUsername(username))
    throw nameError('username', 'invalid', 'Use only lowercase letters, digits, hyphens and underscores.')
  rejectReservedUsername('username', username)
}

/** Throws if another organisation has this username, or had it before. */
export const rejectTakenUsername = async (
  tx: Tx,
  field: NameField,
  username: string,
  own?: OrganizationId,
): Promise<void> => {
  const [now, before] = [
    await tx.$count(
      organizations,
      and(eq(organizations.username, username), own ? ne(organizations.id, own) : undefined),
    ),
    await tx.$count(
      formerUsernames,
      and(eq(formerUsernames.username, username), own ? ne(formerUsernames.organizationId, own) : undefined),
    ),
  ]
  if (now + before > 0) throw nameError(field, 'usernameTaken')
}

const rejectReservedUsername = (field: NameField, username: string) => {
  if (reservedUsernames.has(username)) throw nameError(field, 'usernameReserved')
}

const nameError = (
  field: NameField,
  code: 'usernameTaken' | 'usernameReserved' | 'invalid',
  message?: string,
): ApiError => {
  const apiError = new ApiError(code, message === undefined ? {} : { message })
  return fieldError(field, apiError.message, code)
}
