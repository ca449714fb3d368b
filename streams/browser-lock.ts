import { Observable } from 'rxjs'
import type { World } from '../src/core/world.ts'

/** Where a browser has no locks (plain HTTP to another machine), each tab is its own leader. */
export const browserLock: World['lock'] = (name, how) =>
  new Observable((subscriber) => {
    if (!navigator.locks) {
      subscriber.next()
      return
    }
    const abort = new AbortController()
    let release = (): void => {}
    const held = () =>
      new Promise<void>((resolve) => {
        release = resolve
        // The browser takes no signal with a theft: one that nobody wants any more is given back.
        if (abort.signal.aborted) resolve()
        else subscriber.next()
      })
    navigator.locks
      .request(name, how === 'steal' ? { steal: true } : { signal: abort.signal }, held)
      .catch((error: unknown) => {
        // Stolen, or no longer wanted.
        if (error instanceof DOMException && error.name === 'AbortError') subscriber.complete()
        else subscriber.error(error)
      })
    return () => {
      abort.abort()
      release()
    }
  })
