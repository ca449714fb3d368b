import { useLayoutEffect, useRef } from 'react'
import { type Location, NavigationType } from 'react-router-dom'

/** A new page is read from its top; one that is come back to, from where it was left. */
export const useScrollRestoration = ({ key, pathname }: Location, how: NavigationType): void => {
  const places = useRef(new Map<string, number>())
  const lastPath = useRef(pathname)

  useLayoutEffect(() => {
    window.history.scrollRestoration = 'manual'
    // The browser finds the place again when this page is loaded anew.
    const onPageHide = () => {
      window.history.scrollRestoration = 'auto'
    }
    window.addEventListener('pagehide', onPageHide)
    return () => window.removeEventListener('pagehide', onPageHide)
  }, [])

  useLayoutEffect(() => {
    if (lastPath.current !== pathname) {
      lastPath.current = pathname
      window.scrollTo(0, how === NavigationType.Pop ? (places.current.get(key) ?? 0) : 0)
    }
    const note = () => void places.current.set(key, window.scrollY)
    window.addEventListener('scroll', note, { passive: true })
    return () => window.removeEventListener('scroll', note)
  }, [key, pathname, how])
}
