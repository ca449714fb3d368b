import * as v from 'valibot'
import { errorCodes } from '../../src/contract/error-codes.ts'
import { filledText } from '../../src/contract/wire/common.ts'
import { isUsername, reservedUsernames } from '../../src/rules/usernames.ts'

export const usernameSchema = v.pipe(
  filledText(60),
  v.check(isUsername, 'Use only lowercase letters, digits, hyphens and underscores.'),
  v.check((username) => !reservedUsernames.has(username), errorCodes.usernameReserved.message),
)
