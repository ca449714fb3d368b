import { randomBytes } from 'node:crypto'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Config } from '../config.ts'

/** The given secret, or one that was made for this data folder. Production has refused to start without a given one. */
export const installationSecret = (config: Config): string => {
  if (config.givenSecret !== null) return config.givenSecret
  const path = join(config.dataFolder, 'secret')
  if (existsSync(path)) return readFileSync(path, 'utf8').trim()
  const secret = randomBytes(32).toString('base64url')
  writeFileSync(path, `${secret}\n`, { mode: 0o600, flag: 'wx' })
  return secret
}
