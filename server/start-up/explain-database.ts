import { databaseErrorKind } from '../store/database-error-kind.ts'
import { StartUpError } from './start-up-error.ts'

const remedies: Record<string, string> = {
  '28P01': 'it rejects the password. Correct DATABASE_URL.',
  '28000': 'it rejects the user. Correct DATABASE_URL.',
  '3D000': 'it does not exist. Create it, or correct DATABASE_URL.',
  '42501': 'its user cannot create tables. Grant the permission, or use another user in DATABASE_URL.',
}

/** Converts an error of an unusable database at the start into a `StartUpError` with a remedy. */
export const explainDatabase = (error: unknown, given: string | null): unknown => {
  if (error instanceof StartUpError) return error
  const place = given === null ? 'The built-in database' : `The database at ${placeOf(given)}`
  const code = error instanceof Error && 'code' in error ? String(error.code) : ''
  const remedy = remedies[code]
  if (remedy) return new StartUpError(`${place} cannot be used: ${remedy}`, { cause: error })
  const errorKind = databaseErrorKind(error)
  if (errorKind === 'full')
    return new StartUpError(`The disk of the database is full. Free some space and start again.`, { cause: error })
  if (errorKind)
    return new StartUpError(`${place} cannot be reached. Start it, or correct DATABASE_URL.`, { cause: error })
  return error
}

/** Omits user and password, because the text is printed to a terminal. */
const placeOf = (url: string): string => {
  try {
    const { hostname, port, pathname } = new URL(url)
    return `${hostname}${port ? `:${port}` : ''}${pathname}`
  } catch {
    return 'DATABASE_URL'
  }
}
