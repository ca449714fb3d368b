import { FitAddon } from '@xterm/addon-fit'
import { SearchAddon } from '@xterm/addon-search'
import { Terminal } from '@xterm/xterm'
import '@xterm/xterm/css/xterm.css'
import { pacedAcknowledgements } from '../../../src/terminals/paced-acknowledgements.ts'
import type { RemoteTerminal, TerminalSize } from '../../../src/terminals/terminal-client.ts'
import { isLeaveKey } from './leave-key.ts'
import { policyDocument } from './policy-document.ts'
import { onThemeChange, terminalTheme } from './terminal-theme.ts'

const SCROLLBACK_LINES = 5000
const HIDE_CURSOR = '\u001b[?25l'

export interface ScreenListener {
  /** The user pressed the key that leaves the terminal. */
  left(): void
  pasted(text: string): void
}

/** A terminal's screen. It stays, with its content, while its element is not in the page. */
export interface Screen {
  readonly size: TerminalSize
  attach(parent: HTMLElement, listener: ScreenListener): () => void
  show(remote: RemoteTerminal): void
  focus(): void
  paste(text: string): void
  /** The selection, else everything that is on the screen and above it. */
  text(): string
  find(text: string, direction: 'next' | 'previous'): boolean
  endSearch(): void
  setReadable(isOn: boolean): void
  dispose(): void
}

/** Opens a screen in an element, which gives it its size. */
export const openScreen = (parent: HTMLElement): Screen => {
  const container = document.createElement('div')
  container.style.height = '100%'
  parent.append(container)
  const terminal = new Terminal({
    documentOverride: policyDocument(),
    allowProposedApi: true,
    scrollback: SCROLLBACK_LINES,
    fontFamily: getComputedStyle(parent).getPropertyValue('--font-mono'),
    fontSize: 13,
    minimumContrastRatio: 4.5,
    theme: terminalTheme(parent),
    // A program in the container must not open pages.
    linkHandler: { activate: () => {} },
  })
  const fit = new FitAddon()
  const search = new SearchAddon()
  terminal.loadAddon(fit)
  terminal.loadAddon(search)
  terminal.open(container)
  fit.fit()
  let listener: ScreenListener | undefined
  const stops = [
    onThemeChange(() => {
      terminal.options.theme = terminalTheme(container)
    }),
  ]

  terminal.attachCustomKeyEventHandler((event) => {
    if (event.type !== 'keydown') return true
    if (isLeaveKey(event)) {
      event.preventDefault()
      listener?.left()
      return false
    }
    // The browser's own shortcuts for copying and pasting in a terminal.
    return !(event.ctrlKey && event.shiftKey && ['KeyC', 'KeyV', 'KeyF'].includes(event.code))
  })
  container.addEventListener(
    'paste',
    (event) => {
      event.preventDefault()
      event.stopPropagation()
      listener?.pasted(event.clipboardData?.getData('text/plain') ?? '')
    },
    { capture: true },
  )

  return {
    get size() {
      return { columns: terminal.cols, rows: terminal.rows }
    },
    attach(target, listen) {
      listener = listen
      target.append(container)
      const observer = new ResizeObserver(() => fit.fit())
      observer.observe(target)
      return () => {
        observer.disconnect()
        listener = undefined
        container.remove()
      }
    },
    show(remote) {
      const acknowledgements = pacedAcknowledgements((end) => remote.shown(end))
      const stopListening = remote.listen({
        output: ({ bytes, end }) => {
          acknowledgements.received(end)
          terminal.write(bytes, () => acknowledgements.shown(end))
        },
        state: ({ kind }) => {
          terminal.options.disableStdin = kind !== 'open'
          terminal.options.cursorBlink = kind === 'open'
          if (kind === 'ended') terminal.write(HIDE_CURSOR)
        },
      })
      const typed = terminal.onData((text) => remote.type(text))
      const resized = terminal.onResize(({ cols, rows }) => remote.resize({ columns: cols, rows }))
      stops.push(
        stopListening,
        () => typed.dispose(),
        () => resized.dispose(),
      )
    },
    focus: () => terminal.focus(),
    paste: (text) => terminal.paste(text),
    text: () => terminal.getSelection() || everything(terminal),
    find: (text, direction) => (direction === 'next' ? search.findNext(text) : search.findPrevious(text)),
    endSearch: () => search.clearDecorations(),
    setReadable: (isOn) => {
      terminal.options.screenReaderMode = isOn
    },
    dispose: () => {
      for (const stop of stops) stop()
      terminal.dispose()
      container.remove()
    },
  }
}

const everything = (terminal: Terminal): string => {
  terminal.selectAll()
  const text = terminal.getSelection()
  terminal.clearSelection()
  return text.trimEnd()
}
