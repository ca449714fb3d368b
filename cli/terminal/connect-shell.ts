import { pacedAcknowledgements } from '../../src/terminals/paced-acknowledgements.ts'
import type { EndedState, RemoteTerminal, TerminalState } from '../../src/terminals/terminal-client.ts'
import type { RawTerminal } from '../world.ts'
import { createEscapeKeys } from './escape-keys.ts'

interface Needs {
  remote: RemoteTerminal
  raw: RawTerminal
  /** Prints a line for the user. */
  notify(text: string): void
  interrupted: AbortSignal
}

const HELP = 'After Enter: ~. leaves, ~~ types a tilde, ~? shows this help.'
/** A program that was killed may have left these on: mouse and paste modes, colours, a hidden cursor. */
const RESET_MODES = '\u001b[?1000l\u001b[?1002l\u001b[?1003l\u001b[?1006l\u001b[?2004l\u001b[?25h\u001b[0m'

const timeOf = (atMs: number) => new Date(atMs).toLocaleTimeString('en-GB')

const noticeOf = (before: TerminalState['kind'], state: TerminalState): string | null => {
  if (state.kind === 'reconnecting' && before !== 'reconnecting')
    return `Connection lost, reconnecting. The shell goes on until ${timeOf(state.untilMs)}.`
  if (state.kind !== 'open') return null
  if (before === 'reconnecting') return 'Connected again.'
  if (state.idleEndsAtMs === null) return null
  return `Nothing was typed for a while. This shell ends at ${timeOf(state.idleEndsAtMs)} unless you press a key.`
}

/** Connects a terminal with a shell until one of them ends. */
export const connectShell = async ({ remote, raw, notify, interrupted }: Needs): Promise<EndedState> => {
  const over = Promise.withResolvers<EndedState>()
  const escapes = createEscapeKeys()
  const acknowledgements = pacedAcknowledgements((end) => remote.shown(end))
  let kind: TerminalState['kind'] = 'connecting'
  let isLeaving = false

  const leave = () => {
    // Without a connection the server ends the shell a minute later.
    if (isLeaving || kind !== 'open') over.resolve({ kind: 'ended', reason: 'closed', message: '' })
    isLeaving = true
    remote.end()
  }
  const stop = remote.listen({
    output: ({ bytes, end }) => {
      acknowledgements.received(end)
      raw.write(bytes, () => acknowledgements.shown(end))
    },
    state: (state) => {
      const notice = noticeOf(kind, state)
      if (notice !== null) notify(notice)
      kind = state.kind
      if (state.kind === 'ended') over.resolve(state)
      else if (isLeaving && state.kind === 'reconnecting') leave()
    },
  })
  raw.onKeys((keys) => {
    const { text, pressed } = escapes(keys)
    if (text !== '') remote.type(text)
    if (pressed === 'leave') leave()
    if (pressed === 'help') notify(HELP)
  })
  raw.onResize((size) => remote.resize(size))
  interrupted.addEventListener('abort', leave)
  try {
    const ended = await over.promise
    if (ended.reason !== 'exited') raw.write(Buffer.from(`${RESET_MODES}\r\n`), () => {})
    return ended
  } finally {
    interrupted.removeEventListener('abort', leave)
    stop()
  }
}
