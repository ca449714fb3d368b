import { type RefObject, useEffect, useState } from 'react'
import type { OpenTerminal } from '../../../src/terminals/open-terminals.ts'
import type { RemoteTerminal } from '../../../src/terminals/terminal-client.ts'
import type { Screen, ScreenListener } from './open-screen.ts'

interface Shown {
  screen: Screen
  remote: RemoteTerminal
}

/** The screens of open sessions, with their content, also while another page is shown. */
const screens = new WeakMap<OpenTerminal, Promise<Shown>>()

const openShown = async (terminal: OpenTerminal, parent: HTMLElement): Promise<Shown> => {
  const { openScreen } = await import('./open-screen.ts')
  const screen = openScreen(parent)
  const remote = terminal.connect(screen.size)
  screen.show(remote)
  return { screen, remote }
}

/** Shows a session in an element; undefined while its code is loaded, null when that failed. */
export const useScreen = (
  terminal: OpenTerminal,
  place: RefObject<HTMLElement | null>,
  listener: ScreenListener,
): Shown | null | undefined => {
  const [shown, setShown] = useState<Shown | null>()
  // biome-ignore lint/correctness/useExhaustiveDependencies: the listener only reads refs and sets state
  useEffect(() => {
    const parent = place.current
    if (!parent) return
    let detach: (() => void) | undefined
    let isMounted = true
    const opening = screens.get(terminal) ?? openShown(terminal, parent)
    screens.set(terminal, opening)
    opening.then(
      (opened) => {
        if (!isMounted) return
        detach = opened.screen.attach(parent, listener)
        opened.screen.focus()
        setShown(opened)
      },
      () => {
        screens.delete(terminal)
        if (isMounted) setShown(null)
      },
    )
    return () => {
      isMounted = false
      detach?.()
    }
  }, [terminal])
  return shown
}

/** Frees the screen of a session that was closed. */
export const closeScreen = (terminal: OpenTerminal): void => {
  screens.get(terminal)?.then(
    ({ screen }) => screen.dispose(),
    () => {},
  )
  screens.delete(terminal)
}
