import * as v from 'valibot'
import { errorCodes } from '../../src/contract/error-codes.ts'
import { filledText } from '../../src/contract/wire/common.ts'
import { reservedUsernames, usernameFrom } from '../../src/rules/usernames.ts'

export const usernameSchema = v.pipe(
  filledText(60),
  v.check(
    (username) => username === usernameFrom(username) && /[a-z0-9]/.test(username),
    'Use only lowercase letters, digits, hyphens and underscores.',
  ),
  v.check((username) => !reservedUsernames.has(username), errorCodes.usernameReserved.message),
)
