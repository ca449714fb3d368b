import { type ComponentType, startTransition, useEffect, useState } from 'react'
import { createPath, type DataRouter, NavigationType } from 'react-router-dom'
import { fetched } from '../../parts/lazy/fetched.ts'
import type { ChunkLoadErrorProps } from '../../parts/lazy/lazy.tsx'

type LazyRoute = () => Promise<{ Component: ComponentType }>

/** The page that is being opened, while its code cannot be fetched. */
interface PageLoadError extends ChunkLoadErrorProps {
  href: string
  /** The address has changed already: it is the first page, or the browser's buttons opened it. */
  isAtAddress: boolean
  dismiss: () => void
}

interface FailedPage {
  fetch: () => Promise<void>
  isRetrying: boolean
}

/** Keyed by the `lazy` of their routes, which the router drops once the code is loaded. */
const failedPages = new Map<unknown, FailedPage>()
const listeners = new Set<() => void>()
let loadError: PageLoadError | null = null
let computeLoadError = (): PageLoadError | null => null

const update = () => {
  loadError = computeLoadError()
  for (const listener of listeners) listener()
}

const subscribe = (listener: () => void) => {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}

/**
 * Returns the `lazy` of a route. When `lazy` rejects, the router replaces the page with an error and never calls it
 * again. So it stays pending while the code cannot be fetched: the current page stays, and a retry completes it.
 */
export const lazyPage = <Name extends string>(
  load: () => Promise<Record<Name, ComponentType>>,
  name: Name,
): LazyRoute => {
  const lazy: LazyRoute = () =>
    new Promise((resolve) => {
      const fetch = async () => {
        try {
          const Component = (await fetched(load))[name]
          failedPages.delete(lazy)
          resolve({ Component })
        } catch {
          failedPages.set(lazy, { fetch, isRetrying: false })
          update()
        }
      }
      void fetch()
    })
  return lazy
}

/**
 * Watches navigations: reports a page whose code cannot be fetched, and fetches it again when the user opens it again.
 * Returns the listener for the router's state.
 */
export const watchPageLoads = (router: DataRouter): (() => void) => {
  let opening = router.state.navigation.location

  const failures = (): [lazy: unknown, FailedPage][] => {
    const { initialized, navigation, matches } = router.state
    const opened = initialized ? navigation.matches : matches
    return [...failedPages].filter(([lazy]) => opened?.some(({ route }) => route.lazy === lazy))
  }

  const retry = () => {
    for (const [, failed] of failures()) {
      failed.isRetrying = true
      void failed.fetch()
    }
    update()
  }

  const refetch = () => {
    for (const [lazy, { fetch }] of failures()) {
      failedPages.delete(lazy)
      void fetch()
    }
  }

  computeLoadError = () => {
    const { initialized, navigation, location } = router.state
    if (navigation.location !== opening) {
      opening = navigation.location
      refetch()
    }
    const failed = failures()
    return failed.length === 0
      ? null
      : {
          href: createPath(navigation.location ?? location),
          isAtAddress: !initialized || navigation.historyAction === NavigationType.Pop,
          busy: failed.some(([, { isRetrying }]) => isRetrying),
          retry,
          // Opening any page, the current one too, makes the router abandon this one.
          dismiss: () =>
            void router.navigate(location, { replace: true, state: location.state, preventScrollReset: true }),
        }
  }
  return update
}

export const readPageLoadError = (): PageLoadError | null => loadError

/** Fetches the page that is being opened again, when the browser comes online. */
export const retryPageLoad = (): void => {
  if (loadError && !loadError.busy) loadError.retry()
}

/**
 * Returns the page that is being opened and whose code cannot be fetched. It changes together with the router's page.
 */
export const usePageLoadError = (): PageLoadError | null => {
  const [shown, setShown] = useState(readPageLoadError)
  useEffect(() => {
    const show = () => startTransition(() => setShown(() => loadError))
    show()
    return subscribe(show)
  }, [])
  return shown
}
