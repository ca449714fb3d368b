import { type RefObject, useRef, useState } from 'react'

/** Whether the search is open, which an address that holds one says too, and where its keys go. */
export const useSearchBar = (frame: RefObject<HTMLElement | null>, hasQuery: boolean, endSearch: () => void) => {
  const field = useRef<HTMLInputElement>(null)
  const [wasOpened, setOpened] = useState(false)
  return {
    field,
    isOpen: wasOpened || hasQuery,
    /** It was opened to be typed into, and not by an address. */
    autoFocused: wasOpened,
    open: () => {
      setOpened(true)
      field.current?.select()
    },
    focus: () => field.current?.focus(),
    close: () => {
      setOpened(false)
      endSearch()
      // The log itself is what the reader came from.
      frame.current?.querySelector<HTMLElement>('section[tabindex]')?.focus()
    },
  }
}
