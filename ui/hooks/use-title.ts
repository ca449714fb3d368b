import { useEffect } from 'react'
import { useProductName } from './use-configuration.ts'

/** Sets the document's title; null while it is not known yet. */
export const useTitle = (title: string | null): void => {
  const product = useProductName()
  useEffect(() => {
    document.title = title === null ? product : `${title} · ${product}`
  }, [title, product])
}
