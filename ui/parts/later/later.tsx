import { type ComponentType, type ReactNode, useEffect, useState } from 'react'
import { fetched } from './fetched.ts'

/** What stands in place of a piece that could not be fetched can ask for it again. */
export interface Lost {
  retry: () => void
  busy: boolean
}

interface Looks {
  waiting?: ReactNode
  /** Without it the piece stays away in silence. */
  lost?: (lost: Lost) => ReactNode
}

interface Source<P> extends Looks {
  piece: ComponentType<P> | null
  fetch: () => Promise<void>
}

const AGAIN_MS = 30_000

/**
 * A piece of the interface whose code is fetched when it is first drawn. One that was lost is asked for again by the
 * person, by a network that is back, and after a while; `React.lazy` would throw for good and take the page with it.
 */
export const later = <Name extends string, P extends object>(
  load: () => Promise<Record<Name, ComponentType<P>>>,
  name: Name,
  looks: Looks = {},
) => {
  const source: Source<P> = {
    ...looks,
    piece: null,
    fetch: async () => {
      source.piece = (await fetched(load))[name]
    },
  }
  return Object.assign((props: P) => <Arriving source={source} props={props} />, { fetch: source.fetch })
}

const Arriving = <P extends object>({ source, props }: { source: Source<P>; props: P }) => {
  const { piece: Piece, waiting, lost } = source
  const [state, setState] = useState<'coming' | 'here' | 'lost' | 'asked again'>('coming')

  useEffect(() => {
    if (source.piece || state === 'lost') return
    let isWanted = true
    const become = (next: 'here' | 'lost') => () => {
      if (isWanted) setState(next)
    }
    source.fetch().then(become('here'), become('lost'))
    return () => {
      isWanted = false
    }
  }, [source, state])

  useEffect(() => {
    if (state !== 'lost') return
    const again = () => setState('asked again')
    const timer = setTimeout(again, AGAIN_MS)
    window.addEventListener('online', again)
    return () => {
      clearTimeout(timer)
      window.removeEventListener('online', again)
    }
  }, [state])

  if (Piece) return <Piece {...props} />
  if (state === 'coming') return waiting
  return lost?.({ retry: () => setState('asked again'), busy: state === 'asked again' })
}
