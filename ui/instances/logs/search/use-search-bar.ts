import { type RefObject, useRef, useState } from 'react'

/** Whether the search bar is open, by the user or by the address, and its keyboard focus. */
export const useSearchBar = (frame: RefObject<HTMLElement | null>, hasQuery: boolean, endSearch: () => void) => {
  const field = useRef<HTMLInputElement>(null)
  const [wasOpened, setOpened] = useState(false)
  return {
    field,
    isOpen: wasOpened || hasQuery,
    /** It was opened by the user, not by an address, so the field gets the focus. */
    autoFocused: wasOpened,
    open: () => {
      setOpened(true)
      field.current?.select()
    },
    focus: () => field.current?.focus(),
    close: () => {
      setOpened(false)
      endSearch()
      // The focus returns to the log.
      frame.current?.querySelector<HTMLElement>('section[tabindex]')?.focus()
    },
  }
}
