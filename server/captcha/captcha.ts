import type { CaptchaConfig } from '../captcha-settings.ts'
import type { Db } from '../store/connection.ts'
import { createProviderCaptcha } from './provider-captcha.ts'
import { createPuzzleCaptcha, type PuzzleCaptcha } from './puzzle-captcha.ts'

export interface Captcha {
  /** Throws `invalidCaptcha` unless the token was issued to a visitor of this installation and is used for the first time. */
  verify(token: string | undefined, address: string): Promise<void>
  /** Set if puzzles are issued here. */
  puzzle: PuzzleCaptcha['issue'] | null
}

export const createCaptcha = (config: CaptchaConfig, secret: string, db: Db): Captcha => {
  if (config === null) return { verify: async () => undefined, puzzle: null }
  if (config.kind === 'puzzle') {
    const { issue, verify } = createPuzzleCaptcha(secret, db)
    return { verify, puzzle: issue }
  }
  return { verify: createProviderCaptcha(config), puzzle: null }
}

/** Calls that always need a captcha take the puzzle where no provider is configured. */
export const requiredCaptcha = (config: CaptchaConfig): NonNullable<CaptchaConfig> => config ?? { kind: 'puzzle' }
