import { Observable } from 'rxjs'
import type { World } from '../src/core/world.ts'

/** In browsers without locks (plain HTTP to another machine), each tab is its own leader. */
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
        // `steal` cannot be combined with `signal`: a lock that is granted after unsubscribing is released at once.
        if (abort.signal.aborted) resolve()
        else subscriber.next()
      })
    navigator.locks
      .request(name, how === 'steal' ? { steal: true } : { signal: abort.signal }, held)
      .catch((error: unknown) => {
        // Stolen, or unsubscribed.
        if (error instanceof DOMException && error.name === 'AbortError') subscriber.complete()
        else subscriber.error(error)
      })
    return () => {
      abort.abort()
      release()
    }
  })
