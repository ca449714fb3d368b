import { randomBytes } from 'node:crypto'
import { join } from 'node:path'
import type { Config } from '../config.ts'
import { loadOrCreateSecret } from './load-or-create-secret.ts'

/**
 * Returns the secret from the settings, or one generated for this data folder. Production does not start without the
 * former.
 */
export const installationSecret = (config: Config): string => {
  if (config.givenSecret !== null) return config.givenSecret
  return loadOrCreateSecret(join(config.dataFolder, 'secret'), () => randomBytes(32).toString('base64url'))
}
