import { useLayoutEffect, useRef } from 'react'
import { type Location, NavigationType } from 'react-router-dom'

/** A new page is read from its top; one that is come back to, from where it was left. */
export const useScrollRestoration = ({ key, pathname }: Location, how: NavigationType): void => {
  const places = useRef(new Map<string, number>())
  const shown = useRef(pathname)

  useLayoutEffect(() => {
    window.history.scrollRestoration = 'manual'
    // The browser finds the place again when this page is loaded anew.
    const leave = () => {
      window.history.scrollRestoration = 'auto'
    }
    window.addEventListener('pagehide', leave)
    return () => window.removeEventListener('pagehide', leave)
  }, [])

  useLayoutEffect(() => {
    if (shown.current !== pathname) {
      shown.current = pathname
      window.scrollTo(0, how === NavigationType.Pop ? (places.current.get(key) ?? 0) : 0)
    }
    const note = () => void places.current.set(key, window.scrollY)
    window.addEventListener('scroll', note, { passive: true })
    return () => window.removeEventListener('scroll', note)
  }, [key, pathname, how])
}
