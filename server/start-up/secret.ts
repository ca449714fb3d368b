import { randomBytes } from 'node:crypto'
import { join } from 'node:path'
import type { Config } from '../config.ts'
import { loadOrCreateSecret } from './load-or-create-secret.ts'

/** The given secret, or one that was made for this data folder. Production has refused to start without a given one. */
export const installationSecret = (config: Config): string => {
  if (config.givenSecret !== null) return config.givenSecret
  return loadOrCreateSecret(join(config.dataFolder, 'secret'), () => randomBytes(32).toString('base64url'))
}
