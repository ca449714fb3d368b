import { useEffect } from 'react'
import { useProductName } from './use-configuration.ts'

/** Names the page in the browser's tab and history; null while its name is not known yet. */
export const useTitle = (title: string | null): void => {
  const product = useProductName()
  useEffect(() => {
    document.title = title === null ? product : `${title} · ${product}`
  }, [title, product])
}
