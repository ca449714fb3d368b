import type { Captcha } from '../../src/contract/wire/captcha.ts'
import { CaptchaWidget } from './captcha-widget.tsx'
import { PuzzleField } from './puzzle-field.tsx'

interface CaptchaFieldProps {
  captcha: Captcha
  /** Receives a token that is valid once, and null when it has expired. Must be stable. */
  onToken: (token: string | null) => void
}

/** Has a visitor show that they are not a program. Mount it again for the next token. */
export const CaptchaField = ({ captcha: { kind, siteKey }, onToken }: CaptchaFieldProps) =>
  kind === 'puzzle' ? (
    <PuzzleField onToken={onToken} />
  ) : (
    <CaptchaWidget provider={kind} siteKey={siteKey ?? ''} onToken={onToken} />
  )
