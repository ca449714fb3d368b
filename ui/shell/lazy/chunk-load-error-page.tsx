import { useTitle } from '../../hooks/use-title.ts'
import type { ChunkLoadErrorProps } from '../../parts/lazy/lazy.tsx'
import css from '../crash-page.module.css'
import { ChunkLoadError } from './chunk-load-error.tsx'

/** Replaces a page whose code could not be fetched, if no earlier page can stay. */
export const ChunkLoadErrorPage = (loadError: ChunkLoadErrorProps) => {
  useTitle('The page could not be loaded')
  return (
    <main className={css.page}>
      <ChunkLoadError {...loadError} headingLevel={1} />
    </main>
  )
}
