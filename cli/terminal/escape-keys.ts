export type EscapeKey = 'leave' | 'help'

interface Keys {
  /** What goes to the remote program. */
  text: string
  pressed: EscapeKey | null
}

const escapes: Readonly<Record<string, EscapeKey>> = { '.': 'leave', '?': 'help' }

/** Finds `~.` and `~?` at the start of a line, as ssh does. `~~` types a tilde. */
export const createEscapeKeys = (): ((keys: string) => Keys) => {
  let isLineStart = true
  let isPending = false
  return (keys) => {
    let text = ''
    let pressed: EscapeKey | null = null
    for (const key of keys) {
      if (isPending) {
        isPending = false
        pressed = escapes[key] ?? null
        if (pressed === 'leave') break
        if (pressed === 'help') continue
        text += key === '~' ? '~' : `~${key}`
      } else if (isLineStart && key === '~') {
        isPending = true
        continue
      } else text += key
      isLineStart = key === '\r' || key === '\n'
    }
    return { text, pressed }
  }
}
