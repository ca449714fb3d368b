import { type ComponentType, type ReactNode, useEffect, useState } from 'react'
import { fetched } from './fetched.ts'

/** Props of the replacement for a component whose code could not be fetched. */
export interface ChunkLoadErrorProps {
  retry: () => void
  busy: boolean
}

interface Fallbacks {
  waiting?: ReactNode
  /** Without it, nothing is shown. */
  loadError?: (loadError: ChunkLoadErrorProps) => ReactNode
}

interface Source<P> extends Fallbacks {
  piece: ComponentType<P> | null
  fetch: () => Promise<void>
}

const AGAIN_MS = 30_000

/**
 * Returns a component whose code is fetched when it is first rendered. A failed load is repeated by the user, by the
 * browser coming online, and after a while; `React.lazy` would throw for good and take the page with it.
 */
export const lazy = <Name extends string, P extends object>(
  load: () => Promise<Record<Name, ComponentType<P>>>,
  name: Name,
  fallbacks: Fallbacks = {},
) => {
  const source: Source<P> = {
    ...fallbacks,
    piece: null,
    fetch: async () => {
      source.piece = (await fetched(load))[name]
    },
  }
  return Object.assign((props: P) => <Arriving source={source} props={props} />, { fetch: source.fetch })
}

const Arriving = <P extends object>({ source, props }: { source: Source<P>; props: P }) => {
  const { piece: Piece, waiting, loadError } = source
  const [state, setState] = useState<'coming' | 'here' | 'loadError' | 'retrying'>('coming')

  useEffect(() => {
    if (source.piece || state === 'loadError') return
    let isMounted = true
    const become = (next: 'here' | 'loadError') => () => {
      if (isMounted) setState(next)
    }
    source.fetch().then(become('here'), become('loadError'))
    return () => {
      isMounted = false
    }
  }, [source, state])

  useEffect(() => {
    if (state !== 'loadError') return
    const again = () => setState('retrying')
    const timer = setTimeout(again, AGAIN_MS)
    window.addEventListener('online', again)
    return () => {
      clearTimeout(timer)
      window.removeEventListener('online', again)
    }
  }, [state])

  if (Piece) return <Piece {...props} />
  if (state === 'coming') return waiting
  return loadError?.({ retry: () => setState('retrying'), busy: state === 'retrying' })
}
