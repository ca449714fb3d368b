import { useEffect } from 'react'
import { selectToken } from '../../src/session/session.ts'
import { useConsole } from '../hooks/use-console.tsx'

const isTyping = (target: EventTarget | null): boolean =>
  target instanceof HTMLElement && (target.isContentEditable || target.matches('input, textarea, select'))

/** Global keyboard shortcuts. The palette is for signed-in users. */
export const useShortcuts = (): void => {
  const { bus } = useConsole()
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      const state = bus.read()
      const { modals, keys } = state
      if (event.defaultPrevented || event.repeat || event.altKey) return
      const isCommand = event.ctrlKey || event.metaKey
      if (isCommand && event.key.toLowerCase() === 'k' && selectToken(state) !== null) {
        event.preventDefault()
        const isOpen = modals.at(-1)?.kind === 'palette'
        bus.send(
          isOpen ? { type: 'ui/modalClosed', kind: 'palette' } : { type: 'ui/modalOpened', modal: { kind: 'palette' } },
        )
      }
      if (keys.single && !isCommand && event.key === '?' && modals.length === 0 && !isTyping(event.target)) {
        event.preventDefault()
        bus.send({ type: 'ui/modalOpened', modal: { kind: 'shortcuts' } })
      }
    }
    window.addEventListener('keydown', press)
    return () => window.removeEventListener('keydown', press)
  }, [bus])
}
