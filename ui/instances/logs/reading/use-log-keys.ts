import { type RefObject, useEffect, useEffectEvent } from 'react'
import { selectSingleKeys } from '../../../../src/keys/keys.ts'
import { useSelected } from '../../../hooks/use-selected.ts'

interface LogKeys {
  onFind(): void
  onChooseAll(): void
  /** Returns false if there is nothing to copy. */
  onCopy(): boolean
  /** Returns false if there is nothing to close. */
  onEscape(): boolean
}

const isField = (target: EventTarget | null): boolean =>
  target instanceof HTMLElement && target.matches('input, textarea, select')

const isTextChosen = (): boolean => (getSelection()?.toString() ?? '') !== ''

/** Keyboard shortcuts of a log, while the focus is in it. */
export const useLogKeys = (
  frame: RefObject<HTMLElement | null>,
  { onFind, onChooseAll, onCopy, onEscape }: LogKeys,
): void => {
  const singleKeys = useSelected(selectSingleKeys)

  const isHandledElsewhere = (event: KeyboardEvent): boolean => {
    const isCommand = event.ctrlKey || event.metaKey
    const isTyping = isField(event.target)
    const isSlash = event.key === '/' && singleKeys && !isTyping && !isCommand
    if (isSlash || (isCommand && event.key.toLowerCase() === 'f')) {
      onFind()
      return true
    }
    if (isCommand && event.key.toLowerCase() === 'a' && !isTyping) {
      onChooseAll()
      return true
    }
    if (isCommand && event.key.toLowerCase() === 'c') return !isTyping && !isTextChosen() && onCopy()
    return event.key === 'Escape' && onEscape()
  }
  const press = useEffectEvent((event: KeyboardEvent) => {
    if (!event.defaultPrevented && !event.altKey && isHandledElsewhere(event)) event.preventDefault()
  })

  useEffect(() => {
    const element = frame.current
    const listener = (event: KeyboardEvent) => press(event)
    element?.addEventListener('keydown', listener)
    return () => element?.removeEventListener('keydown', listener)
  }, [frame])
}
