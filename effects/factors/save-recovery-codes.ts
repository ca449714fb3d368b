import { act } from '../act.ts'
import type { ConsoleEffect } from '../deps.ts'

/** Downloads the codes as a text file, one a line. */
export const saveRecoveryCodes: ConsoleEffect = (messages, { world }) =>
  messages.of('ui/recoveryCodesSaved').pipe(
    act(({ codes }) =>
      world.location.save({
        name: 'longshore-recovery-codes.txt',
        type: 'text/plain',
        parts: [
          `Recovery codes of ${world.location.read().origin}. Each works once.\n\n`,
          ...codes.map((code) => `${code}\n`),
        ],
      }),
    ),
  )
