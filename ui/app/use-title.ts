import { useEffect } from 'react'
import { useConfiguration } from './use-configuration.ts'

/** Names the page in the browser's tab and history; null while its name is not known yet. */
export const useTitle = (title: string | null): void => {
  const product = useConfiguration()?.product.name
  useEffect(() => {
    const words = [title, product].filter(Boolean).join(' · ')
    if (words !== '') document.title = words
  }, [title, product])
}
